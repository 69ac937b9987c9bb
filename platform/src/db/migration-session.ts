import type { ClientBase } from 'pg'
import type { Log } from '#log/log.ts'

const SETTINGS = {
  // A migration may take long; waiting for locks may not.
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
  // PostgreSQL checks that the migrator is alive, so that a killed one loses its locks.
  client_connection_check_interval: '1s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
}

/** Prepares the session of a migrator. Some servers lack these settings or refuse them. */
export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(
    forEach(Object.entries(SETTINGS).map(([name, value]) => `set ${name} = '${value}'`)),
  )
}

/** The embedded engine has one session, which serves requests afterwards. */
export async function resetSession(client: ClientBase): Promise<void> {
  const names = [...Object.keys(SETTINGS), 'lock_timeout', 'application_name']

  await client.query(forEach(names.map((name) => `reset ${name}`)))
}

/** One round trip for all statements; some of them may fail. */
const forEach = (statements: string[]): string => `do $do$
  declare
    statement text;
  begin
    foreach statement in array array[${statements.map((one) => `$one$${one}$one$`).join(', ')}] loop
      begin
        execute statement;
      exception when others then
        null;
      end;
    end loop;
  end
  $do$`

/** Shown in pg_stat_activity, and by servers that wait for this one. */
export async function nameSession(client: ClientBase, name: string): Promise<void> {
  await client.query(`select set_config('application_name', $1, false)`, [name.slice(0, 63)])
}

/** Another connection to the same database; null if there can be none. */
export type ConnectAside = (() => Promise<ClientBase & { end(): Promise<void> }>) | null

const LOG_EVERY_MS = 10_000

export type Watch = {
  /** The sessions that blocked this one at the last check. */
  blockers(): string[]
  end(): Promise<void>
}

/** Observes a session from another connection, and logs slow work. */
export async function watchSession(
  client: ClientBase,
  { connect, log, everyMs }: { connect: ConnectAside; log: Log; everyMs: number },
  current: () => string | null,
): Promise<Watch> {
  const pid = connect ? await pidOf(client) : 0
  let aside: ReturnType<NonNullable<ConnectAside>> | null = null
  let blockers: string[] = []
  let looking: Promise<void> = Promise.resolve()
  let file: string | null = null
  let began = performance.now()
  let loggedAt = began

  const look = async () => {
    const now = performance.now()
    if (current() !== file) {
      file = current()
      began = now
      loggedAt = now
      blockers = []
    }
    if (file === null) return
    const found = await blockersOf(pid)
    if (found.length > 0) blockers = found
    if (now - loggedAt < LOG_EVERY_MS) return
    loggedAt = now
    log.info(
      { file, runsForS: Math.round((now - began) / 1000), waitsFor: found },
      'migration still runs',
    )
  }
  const blockersOf = async (waiting: number): Promise<string[]> => {
    if (!connect) return []
    aside ??= connect()
    const { rows } = await (await aside).query<{ who: string }>(BLOCKERS, [waiting])

    return rows.map(({ who }) => who)
  }
  const timer = setInterval(() => {
    // This check is optional: without a free connection the migration still runs.
    looking = looking.then(look).catch(() => {
      aside = null
    })
  }, everyMs)

  return {
    blockers: () => blockers,
    end: async () => {
      clearInterval(timer)
      await looking
      const opened = await aside?.catch(() => null)
      await opened?.end().catch(() => {})
    },
  }
}

const BLOCKERS = `
  select format('pid %s (%s, %s, in a transaction since %s)',
                pid, coalesce(nullif(application_name, ''), 'unnamed'), coalesce(state, 'state unknown'),
                coalesce(to_char(xact_start at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'unknown')) as who
    from pg_stat_activity
   where pid = any (pg_blocking_pids($1))
   order by xact_start`

async function pidOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')

  return rows[0]?.pid ?? 0
}
