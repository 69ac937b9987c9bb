import { createHash } from 'node:crypto'
import type { Log } from '#log/log.ts'

const LIMIT_MS = 3_000
const PREFIX_LENGTH = 5

/**
 * Asks a service how often a password occurs in known breaches. Only the first five characters of its digest are
 * sent. An unavailable service does not block new passwords.
 */
export function breachedPasswords(url: string | null, log: Log) {
  return async (password: string): Promise<number> => {
    if (url === null) return 0

    const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
    const rest = digest.slice(PREFIX_LENGTH)
    try {
      const answer = await fetch(`${url}/range/${digest.slice(0, PREFIX_LENGTH)}`, {
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      if (!answer.ok) throw new Error(`answered ${answer.status}`)

      const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${rest}:`))
      return line ? Number(line.slice(rest.length + 1)) : 0
    } catch (error) {
      log.warn({ err: error }, 'breached password check failed')
      return 0
    }
  }
}
