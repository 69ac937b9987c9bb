import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Listeners } from './listeners.ts'

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000

/** One connection for notifications alone, opened at the first wish and reopened whenever it is lost. */
export function keepListening(url: string, listening: Listeners) {
  const closing = new AbortController()
  let current: Promise<pg.Client> | null = null

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'gitferry notifications',
      keepAlive: true,
    })
    client.on('notification', listening.tell)
    client.on('error', () => {})
    await client.connect()
    for (const channel of listening.channels()) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    }
    client.once('end', () => {
      if (!closing.signal.aborted) current = reconnect()
    })
    return client
  }

  const reconnect = async (): Promise<pg.Client> => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      await pause(waitMs, undefined, { signal: closing.signal })
      try {
        const client = await connect()
        listening.tellGap()
        return client
      } catch {
        // Still away: the next turn of the loop waits longer.
      }
    }
  }

  return {
    async listen(channel: string) {
      current ??= connect()
      const client = await current
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    async close() {
      closing.abort()
      const client = await current?.catch(() => null)
      await client?.end()
    },
  }
}
