import pg from 'pg'
import type { Clock } from '#clock/clock.ts'
import type { Replica, ReplicaState } from './database.ts'
import { closeNow, Deadlines, withDeadline } from './deadline.ts'
import { type Hosts, openHosts } from './hosts.ts'
import { pooledDatabase } from './pooled-database.ts'
import { openPool } from './postgres-pool.ts'
import { ReplayLag } from './replay-lag.ts'
import { serveAsLoginRole } from './roles.ts'
import { announcedPid } from './unsuitable-server.ts'

const LOOK_EVERY_MS = 1_000
const MOST_LAG_MS = 2_000
/** A standby that is silent for longer is away, and its reads are repeated on the primary. */
const ANSWER_LIMIT_MS = 2_000
const IDLE_LIMIT_MS = 10_000
/** Time for the answer to arrive after the server's own time limit. */
const MARGIN_MS = 2_000

type Options = {
  app: string
  clock: Clock
  statementLimitMs: number
  mostConnections?: number
  preparing?: 'auto' | 'on' | 'off'
}

/** Opens nothing yet, so that a standby that is away delays no start. */
export function openReplica(options: Options, url: string, primary: Hosts): Replica & Closing {
  const hosts = openHosts(url)
  const name = `${options.app} watches the replica`
  const watched = keptClient(hosts, name)
  const compared = keptClient(primary, name)
  // The connection to the primary before may still answer.
  primary.onMove(compared.close)
  const lag = new ReplayLag()
  let answers: 'away' | 'unsuitable' | { server: string } = 'away'
  const reads = openReads(options, hosts, url, (server) => {
    return typeof answers !== 'string' && answers.server === server
  })
  const leave = (reason: 'away' | 'unsuitable') => {
    answers = reason
    lag.reset()
    reads.drop()
  }

  const look = async (): Promise<unknown> => {
    const askedAt = performance.now()
    const [theirs, ours] = await Promise.allSettled([
      watched.ask<Standby>(STANDBY),
      compared.ask<Primary>(PRIMARY),
    ])
    if (theirs.status === 'rejected') {
      leave('away')
      return theirs.reason
    }
    // Without the primary its lag is not known, and grows.
    if (ours.status === 'rejected') return ours.reason

    const { server, replayed } = theirs.value
    const problem = problemOf(theirs.value, ours.value)
    if (problem !== null) {
      leave('unsuitable')
      return new Error(`DATABASE_REPLICA_URL leads to ${problem}`)
    }
    if (typeof answers !== 'string' && answers.server !== server) leave('away')
    answers = { server }
    lag.add({ askedAt, written: ours.value.written, replayed })
    return undefined
  }
  const state = (): ReplicaState => {
    if (typeof answers === 'string') return answers

    return lag.ageMs(performance.now()) <= MOST_LAG_MS ? 'in use' : 'behind'
  }
  const watching = keepLooking(look, state)

  return {
    ...reads,
    watch: watching.begin,
    state,
    lagMs: () => lag.ageMs(performance.now()),
    close: async () => {
      watching.end()
      watched.close()
      compared.close()
      await reads.close()
    },
  }
}

/** The pool for reads. Every connection must lead to the server that is watched. */
function openReads(
  options: Options,
  hosts: Hosts,
  url: string,
  isWatched: (server: string | undefined) => boolean,
) {
  const onConnect = async (client: pg.ClientBase) => {
    const { rows } = await client.query<{ server: string }>(`select ${SERVER} as server`)
    if (!isWatched(rows[0]?.server)) {
      throw new Error('The replica is not the server that was compared with the primary')
    }
    await serveAsLoginRole(options.app)(client)
  }
  const pool = openPool({ ...options, url, onConnect, connectLimitMs: ANSWER_LIMIT_MS }, hosts, {
    pooler: false,
    prepares: true,
  })
  const open = new Set<pg.ClientBase>()
  pool.on('connect', (client) => void open.add(client))
  pool.on('remove', (client) => void open.delete(client))
  const deadlines = new Deadlines()
  const { statementLimitMs, clock, preparing } = options
  const { connections, ask, askAll, close } = pooledDatabase({
    kind: 'postgres',
    pool,
    idleLimitMs: IDLE_LIMIT_MS,
    limitNext: (connection, limitMs, slow) =>
      deadlines.hold(connection, slow * limitMs + MARGIN_MS),
    statementLimitMs,
    pingLimitMs: ANSWER_LIMIT_MS,
    clock,
    isPreparingOff: preparing === 'off',
    triesOnce: true,
    closed: async () => deadlines.close(),
  })

  return {
    connections,
    ask,
    askAll,
    close,
    /** Running reads fail at once instead of at their deadline. */
    drop: () => {
      for (const client of open) closeNow(client, 'the replica went away')
    },
  }
}

type Closing = { close(): Promise<void> }

/** Tells two servers at one address apart. */
const SERVER = `concat(inet_server_addr(), ' ', inet_server_port(), ' ', pg_postmaster_start_time())`

/** A cluster and its standbys share the first, and their databases the second. */
const ORIGIN = `concat((select system_identifier from pg_control_system()), ' ',
  (select oid from pg_database where datname = current_database()))`

type Primary = { origin: string; written: number }
const PRIMARY = `select ${ORIGIN} as origin,
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as written`

type Standby = {
  origin: string
  server: string
  is_standby: boolean
  replayed: number
  pid: number
}
const STANDBY = `select ${ORIGIN} as origin, ${SERVER} as server, pg_is_in_recovery() as is_standby,
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as replayed,
  pg_backend_pid() as pid`

/** Behind a pooler, another server may answer each time. */
function problemOf(standby: Standby & { announced: unknown }, primary: Primary): string | null {
  if (standby.announced !== standby.pid) return 'a connection pooler'
  if (!standby.is_standby) return 'a server that is no standby'

  return standby.origin === primary.origin ? null : 'another database than DATABASE_URL'
}

/** One connection outside the pool, so that a busy pool says nothing about the lag. It is opened again when it is needed. */
function keptClient(hosts: Hosts, name: string) {
  let current: pg.Client | null = null
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: await hosts.address(),
      application_name: name,
      connectionTimeoutMillis: ANSWER_LIMIT_MS,
      keepAlive: true,
    })
    client.on('error', () => {})
    client.on('end', () => {
      if (current === client) current = null
    })
    await client.connect()
    return client
  }
  const close = () => {
    if (current) closeNow(current, 'it is not needed any more')
    current = null
  }

  return {
    ask: async <Row extends object>(text: string): Promise<Row & { announced: unknown }> => {
      const client = current ?? (await connect())
      current = client
      try {
        const { rows } = await withDeadline(client, ANSWER_LIMIT_MS, () => client.query<Row>(text))
        return { ...(rows[0] as Row), announced: announcedPid(client) }
      } catch (error) {
        // It may be a primary that became a standby.
        close()
        throw error
      }
    },
    close,
  }
}

/** Looks again and again until the end, and tells each new state. */
function keepLooking(look: () => Promise<unknown>, state: () => ReplicaState) {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let last: ReplicaState | undefined

  const begin = async (onChange: (state: ReplicaState, cause: unknown) => void) => {
    const cause = await look()
    if (isOver) return
    const next = state()
    if (next !== last) onChange(next, cause)
    last = next
    timer = setTimeout(begin, LOOK_EVERY_MS, onChange).unref()
  }

  return {
    begin: (onChange: (state: ReplicaState, cause: unknown) => void) => void begin(onChange),
    end: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
