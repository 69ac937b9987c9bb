import pg from 'pg'
import { withDeadline } from './deadline.ts'
import { databaseReadOnly } from './errors.ts'
import { timelineOf } from './timeline.ts'

/** Every host is asked at the same time, so a choice takes no longer than this. */
const PROBE_LIMIT_MS = 2_000

export type Hosts = {
  /** The address of the host that takes writes. */
  address(): Promise<string>
  /** After a loss or a refused write: asks all hosts again. */
  doubt(): void
  /** Called when another host takes writes than before. */
  onMove(listener: () => void): void
  /** Refuses a connection to a host that takes no writes any more. */
  check(client: pg.ClientBase): Promise<void>
  /** Connects to the host that takes writes, whatever host its options name. */
  Client: typeof pg.Client
}

/** The hosts of an address such as `postgres://user@one:5432,two:5432/database`. */
export function openHosts(url: string): Hosts {
  const urls = addressesOf(url)

  return urls.length === 1 ? onlyHost(url) : severalHosts(urls)
}

const AUTHORITY = /^(\w+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/s

/** One address for each host. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(url) ?? []

  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url]
}

const onlyHost = (url: string): Hosts => ({
  address: async () => url,
  doubt() {},
  onMove() {},
  check: async () => {},
  Client: pg.Client,
})

/** The timeline is null where the login may not read it. */
type Primary = { url: string; host: string; port: number; timeline: number | null }

function severalHosts(urls: readonly string[]): Hosts {
  const listeners: (() => void)[] = []
  let known: Primary | null = null
  let isDoubted = true
  let looking: Promise<Primary> | null = null

  const look = async (): Promise<Primary> => {
    const found = await Promise.all(urls.map(probe))
    const next = newest(found, known?.timeline ?? null)
    const isMove = known !== null && known.url !== next.url
    known = next
    isDoubted = false
    if (isMove) for (const listener of listeners) listener()
    return next
  }
  const choose = (): Promise<Primary> => {
    if (known && !isDoubted) return Promise.resolve(known)
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }
  const doubt = () => {
    isDoubted = true
    // A new choice closes the connections to a host that is silent, so it does not wait for the next request.
    choose().catch(() => {})
  }

  return {
    address: async () => (await choose()).url,
    doubt,
    onMove: (listener) => void listeners.push(listener),
    check: async (client) => {
      const { host, port } = client as pg.Client
      const isChosen = host === known?.host && port === known.port
      if (isChosen && !(await isStandby(client))) return
      if (isChosen) doubt()
      throw databaseReadOnly(new Error('Another host takes writes now'))
    },
    Client: clientThat(choose),
  }
}

/** An old primary that returns still takes writes; the promoted one has a higher timeline. */
function newest(found: readonly (Primary | null)[], least: number | null): Primary {
  const [first] = found
    .filter((one) => one !== null)
    .filter(({ timeline }) => timeline === null || least === null || timeline >= least)
    .sort((one, other) => (other.timeline ?? 0) - (one.timeline ?? 0))

  if (first) return first
  throw new Error('none of the hosts takes writes')
}

async function probe(url: string): Promise<Primary | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'looks for the primary',
    connectionTimeoutMillis: PROBE_LIMIT_MS,
  })
  client.on('error', () => {})
  try {
    return await withDeadline(client, PROBE_LIMIT_MS, async () => {
      await client.connect()
      if (await isStandby(client)) return null

      const { host, port } = client
      return { url, host, port, timeline: await timelineOf(client) }
    })
  } catch {
    return null
  } finally {
    void client.end().catch(() => {})
  }
}

async function isStandby(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')

  return rows[0]?.is !== false
}

type Connected = (error: Error) => void

/** For the driver's pool, which connects with a callback. */
const clientThat = (choose: () => Promise<Primary>): typeof pg.Client =>
  class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(connected: Connected): void
    override connect(connected?: Connected) {
      const chosen = choose().then(({ host, port }) => void Object.assign(this, { host, port }))
      if (!connected) return chosen.then(() => super.connect())

      chosen.then(() => super.connect(connected), connected)
      return undefined
    }
  } as typeof pg.Client
