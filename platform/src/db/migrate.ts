import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { StartError } from '#errors/start-error.ts'
import type { Log } from '#log/log.ts'
import {
  backfillPosition,
  beginUpgrade,
  createHistory,
  endUpgrade,
  isDoneAlready,
  isInterrupted,
  pendingFiles,
  readHistory,
  recordApplied,
} from './migration-history.ts'
import { releaseMigrationLock, takeMigrationLock } from './migration-lock.ts'
import {
  type ConnectAside,
  nameSession,
  prepareSession,
  resetSession,
  watchSession,
} from './migration-session.ts'
import { applyFile, isBlocked, isDeadlock, runText, vacuumedTables } from './migration-steps.ts'
import { isSuperuser, loginRoleOf } from './roles.ts'
import { admitServiceRole } from './service-role.ts'
import { rolesFile, type Schema, type SqlFile, sqlFiles } from './sql-files.ts'

export type MigrateOptions = {
  log?: Log
  /** Also applies files that older servers do not survive. A new or embedded database has no such servers. */
  contracts?: boolean
  /** Called before the first file runs, or before waiting for another server's migration. */
  onMigrating?: () => void
  lockTimeoutMs?: number
  lockTries?: number
  /** The pause between the first two tries; each further pause is twice as long. */
  lockPauseMs?: number
  portionRows?: number
  /** Applies further SQL, before the service role is admitted to its tables. */
  further?: (session: FurtherSession) => Promise<void>
}

export type FurtherSession = {
  /** Works as the login role, which owns what it creates. */
  client: ClientBase
  /** Works with the rights of the configured address, which may be a superuser's. */
  asConfigured<Result>(work: () => Promise<Result>): Promise<Result>
  /** Becomes the login role again, whatever SQL of others has set. */
  restore(): Promise<void>
}

export type Migrator = {
  client: ClientBase
  connectAside: ConnectAside
  /** Dumps the database to a file and returns its name; null if backups are made elsewhere. */
  dump: (() => Promise<string>) | null
  /** Called when the schema is complete: a failure of further SQL leaves a database that can be used. */
  onMigrated?: () => void
}

/** Requests for the table wait behind the migration for this long. */
const LOCK_TIMEOUT_MS = 200
const LOCK_TRIES = 25
const LOCK_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** Short enough to look twice during a wait. */
const WATCH_EVERY_MS = 100
const PORTION_ROWS = 5_000

/**
 * Migrates the schema: first the platform, then the product, each file once. Servers that start concurrently wait for one another here. A
 * file waits only briefly for a lock, because later requests queue behind it, and then retries.
 */
export async function migrate(
  { client, connectAside, dump, onMigrated = () => {} }: Migrator,
  schema: Schema,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { log = silent, onMigrating = () => {} } = options
  const role = loginRoleOf(schema.app)
  await takeMigrationLock(client, log, onMigrating)

  try {
    // With a superuser's address the program's role is used, otherwise the role of the address.
    await client.query(NAME_SERVER_ROLE, [role])
    await runText(client, await rolesFile(schema))
    // The login role owns everything, so that later runs need no superuser either.
    const isSuper = await isSuperuser(client)
    if (isSuper) await client.query(`set role ${role}`)
    const done = await upgrade({ client, connectAside, dump }, schema, {
      ...options,
      log,
      onMigrating,
    })
    onMigrated()
    await options.further?.(furtherSession(client, isSuper ? role : null))
    await admitServiceRole(client)
    return done
  } finally {
    await client.query('reset role').catch(() => {})
    await releaseMigrationLock(client).catch(() => {})
  }
}

const NAME_SERVER_ROLE = `select set_config(
  'platform.server_role', case current_setting('is_superuser') when 'on' then $1 else current_user end, false)`

/** `role`: the login role where the session belongs to a superuser. */
const furtherSession = (client: ClientBase, role: string | null): FurtherSession => ({
  client,
  asConfigured: asConfigured(client, role),
  restore: async () => {
    await client.query('reset session authorization')
    await client.query(NAME_SERVER_ROLE, [role])
    if (role !== null) await client.query(`set role ${role}`)
  },
})

const asConfigured =
  (client: ClientBase, role: string | null) =>
  async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (role === null) return work()

    await client.query('reset role')
    const result = await work().catch(async (error: unknown) => {
      // A failed transaction refuses this, and its rollback brings the role back.
      await client.query(`set role ${role}`).catch(() => {})
      throw error
    })
    await client.query(`set role ${role}`)
    return result
  }

async function upgrade(
  { client, connectAside, dump }: Migrator,
  schema: Schema,
  options: MigrateOptions & Required<Pick<MigrateOptions, 'log' | 'onMigrating'>>,
): Promise<string[]> {
  const { log, onMigrating } = options
  const files = await sqlFiles(schema)
  const history = await readHistory(client)
  const isNew = history.size === 0
  const withContracts = options.contracts || isNew || connectAside === null
  const last = pendingFiles(files, history, { withContracts }).at(-1)
  if (!last) return []

  onMigrating()
  const dumpFirst = !isNew && !(await isInterrupted(client)) ? dump : null
  const dumped = await dumpFirst?.()
  if (dumped) log.info({ dump: dumped }, 'database dumped before migration')
  await createHistory(client)
  await beginUpgrade(client, last.name, dumped ?? null)
  const done = await applyPending(client, files, {
    ...options,
    connectAside,
    app: schema.app,
    isNew,
    withContracts,
  })
  await endUpgrade(client)

  return done
}

type Needs = MigrateOptions & {
  log: Log
  connectAside: ConnectAside
  app: string
  isNew: boolean
  withContracts: boolean
}

async function applyPending(client: ClientBase, files: readonly SqlFile[], needs: Needs) {
  const {
    log,
    isNew,
    withContracts,
    connectAside: connect,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
  } = needs
  const { portionRows = PORTION_ROWS, lockTries = LOCK_TRIES } = needs
  const steps = { portionRows, pausesBetweenPortions: connect !== null }
  const done: string[] = []
  let running: string | null = null
  let tried = 0
  let triedAt = ''
  let vacuumed: string[] = []
  await prepareSession(client)
  const watching = { connect, log, everyMs: WATCH_EVERY_MS }
  const watch = await watchSession(client, watching, () => running)

  try {
    for (;;) {
      // Read again for each try: another server may have migrated in the meantime.
      const history = await readHistory(client)
      const [file] = pendingFiles(files, history, { withContracts })
      if (!file) return done
      // The count restarts if a backfill has advanced since it was blocked.
      const place = `${file.name} ${await backfillPosition(client, file.name)}`
      tried = place === triedAt ? tried + 1 : 1
      triedAt = place
      running = file.name
      await nameSession(client, `${needs.app} migrates ${file.name}`)
      // Building an index concurrently blocks no request, so it may wait longer.
      await client.query(`set lock_timeout = ${file.kind === 'concurrent' ? 0 : lockTimeoutMs}`)
      try {
        const began = performance.now()
        if (isDoneAlready(file, files, history)) await recordApplied(client, file)
        else {
          await applyFile(client, file, { ...steps, vacuumed })
          const ms = Math.round(performance.now() - began)
          // For a new database, one line per file would be noise.
          log[isNew ? 'debug' : 'info']({ file: file.name, ms }, 'migration applied')
        }
        done.push(file.name)
        vacuumed = []
      } catch (error) {
        if (!isBlocked(error)) throw error
        if (tried >= lockTries) throw stillBlocked(file, tried, watch.blockers(), error)
        log.warn(
          { file: file.name, tried, of: lockTries, waitsFor: watch.blockers() },
          'migration blocked by a lock',
        )
        vacuumed = await vacuumedTables(client)
        await giveWay(client, needs, { tried, isDeadlock: isDeadlock(error) })
      }
    }
  } finally {
    await watch.end()
    await resetSession(client).catch(() => {})
  }
}

/**
 * Pauses before the next try. An older release may wait for the lock inside a statement that blocks index creation. PostgreSQL reports a deadlock until the lock is briefly released.
 */
async function giveWay(
  client: ClientBase,
  { log, lockPauseMs = LOCK_PAUSE_MS }: Needs,
  { tried, isDeadlock }: { tried: number; isDeadlock: boolean },
): Promise<void> {
  if (isDeadlock) await releaseMigrationLock(client)
  await pause(Math.min(lockPauseMs * 2 ** (tried - 1), LONGEST_PAUSE_MS))
  if (isDeadlock) await takeMigrationLock(client, log)
}

function stillBlocked({ name }: SqlFile, tries: number, blockers: string[], cause: unknown) {
  const who =
    blockers.length > 0 ? `it is held by ${blockers.join(', ')}` : 'another session holds it'

  return new StartError(
    `${name}: a lock could not be had in ${tries} tries; ${who}. Nothing of the database was damaged: end that session or wait for it, then start again.`,
    { cause },
  )
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} }
