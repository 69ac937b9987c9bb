import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { closeNow, withDeadline } from './deadline.ts'
import type { Hosts } from './hosts.ts'
import type { Listeners } from './listeners.ts'

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
const ANSWER_LIMIT_MS = 5_000
/** Together with the answer's time limit, a silent peer is noticed within 15 s. */
const HEARTBEAT_MS = 10_000

/** One connection for notifications only, opened on first use and reopened when lost. */
export function keepListening(
  { hosts, app, onReturn }: { hosts: Hosts; app: string; onReturn: () => void },
  listening: Listeners,
) {
  const closing = new AbortController()
  let current: Promise<pg.Client> | null = null

  const ask = (client: pg.Client, text: string) =>
    withDeadline(client, ANSWER_LIMIT_MS, () => client.query(text))
  const listenTo = (client: pg.Client, channel: string) =>
    ask(client, `listen ${pg.escapeIdentifier(channel)}`)

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: await hosts.address(),
      application_name: `${app} notifications`,
      connectionTimeoutMillis: ANSWER_LIMIT_MS,
      keepAlive: true,
    })
    client.on('notification', listening.notify)
    client.on('error', () => {})
    await client.connect()
    try {
      for (const channel of listening.channels()) await listenTo(client, channel)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    watch(client)
    return client
  }

  /** An idle connection carries no data, so only a query shows whether the peer is alive. */
  const watch = (client: pg.Client) => {
    const heartbeat = setInterval(() => {
      ask(client, 'select 1').catch(() => {})
    }, HEARTBEAT_MS).unref()
    client.once('end', () => {
      clearInterval(heartbeat)
      hosts.doubt()
      if (!closing.signal.aborted) current = reconnect()
    })
  }

  const reconnect = async (): Promise<pg.Client> => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      await pause(waitMs, undefined, { signal: closing.signal })
      try {
        const client = await connect()
        onReturn()
        listening.notifyGap()
        return client
      } catch {
        // Still unavailable: the next retry waits longer.
      }
    }
  }

  // The connection to the server before would stay open and hear nothing.
  hosts.onMove(
    () =>
      void current?.then(
        (client) => closeNow(client),
        () => {},
      ),
  )

  return {
    async listen(channel: string) {
      current ??= connect()
      await listenTo(await current, channel)
    },
    async close() {
      closing.abort()
      const client = await current?.catch(() => null)
      if (client) await withDeadline(client, ANSWER_LIMIT_MS, () => client.end())
    },
  }
}
