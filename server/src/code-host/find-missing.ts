import { type CodeHost, githubOf } from './code-host.ts'
import { currentConnection } from './current-connection.ts'

const AT_ONCE = 5

/**
 * Which repositories GitHub does not show to the member. A page that asked GitHub itself would log an error for each.
 * What cannot be asked, or has moved, is not missing.
 */
export async function findMissing(
  host: CodeHost,
  userId: string,
  names: readonly string[],
): Promise<string[]> {
  const { accessToken } = await currentConnection(host, userId, { check: false })
  const github = githubOf(host)
  const isMissing = async (name: string) =>
    (await github.repository(accessToken, name).catch(() => null))?.kind === 'missing'
  const missing: string[] = []

  for (let place = 0; place < names.length; place += AT_ONCE) {
    const asked = names.slice(place, place + AT_ONCE)
    const answers = await Promise.all(asked.map(isMissing))
    missing.push(...asked.filter((_, index) => answers[index]))
  }
  return missing
}
