import { type CodeHost, githubOf } from './code-host.ts'
import { currentConnection } from './current-connection.ts'

const AT_ONCE = 5

/**
 * Finds repositories that GitHub does not show to the member. The server asks, because a browser logs each 404 as an error.
 * Repositories that cannot be checked, or have moved, do not count as missing.
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
    const batch = names.slice(place, place + AT_ONCE)
    const answers = await Promise.all(batch.map(isMissing))
    missing.push(...batch.filter((_, index) => answers[index]))
  }
  return missing
}
