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
  /** Called when the first file is about to run, or another server's migration is waited for. */
  onMigrating?: () => void
  lockTimeoutMs?: number
  lockTries?: number
  /** Between the first two tries; doubled for each further one. */
  lockPauseMs?: number
  portionRows?: number
}

export type Migrator = {
  client: ClientBase
  connectAside: ConnectAside
  /** Writes what the database contains to a file, whose name it returns; null where others take care of that. */
  dump: (() => Promise<string>) | null
}

/** Requests for the table wait behind the migration for as long. */
const LOCK_TIMEOUT_MS = 200
const LOCK_TRIES = 25
const LOCK_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** Twice within a wait that is this short. */
const WATCH_EVERY_MS = 100
const PORTION_ROWS = 5_000

/**
 * Migrates the schema: platform first, then the product, each file once. Servers that start together wait for one
 * another here. A file that needs a lock of others waits shortly for it, because what comes after it in the queue
 * waits too, and tries again.
 */
export async function migrate(
  { client, connectAside, dump }: Migrator,
  schema: Schema,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { log = silent, onMigrating = () => {} } = options
  const role = loginRoleOf(schema.app)
  await takeMigrationLock(client, log, onMigrating)

  try {
    // A superuser's address works as the role of the program, any other as itself.
    await client.query(
      `select set_config('platform.server_role', case current_setting('is_superuser') when 'on' then $1 else current_user end, false)`,
      [role],
    )
    await runText(client, await rolesFile(schema))
    // Everything belongs to the login role, so that it needs no superuser later either.
    if (await isSuperuser(client)) await client.query(`set role ${role}`)
    const done = await upgrade({ client, connectAside, dump }, schema, {
      ...options,
      log,
      onMigrating,
    })
    await admitServiceRole(client)
    return done
  } finally {
    await client.query('reset role').catch(() => {})
    await releaseMigrationLock(client).catch(() => {})
  }
}

async function upgrade(
  { client, connectAside, dump }: Migrator,
  schema: Schema,
  options: MigrateOptions & Required<Pick<MigrateOptions, 'log' | 'onMigrating'>>,
): Promise<string[]> {
  const { log, onMigrating } = options
  const files = await sqlFiles(schema)
  const history = await readHistory(client)
  const last = pendingFiles(files, history).at(-1)
  if (!last) return []

  onMigrating()
  const dumpFirst = history.size > 0 && !(await isInterrupted(client)) ? dump : null
  const dumped = await dumpFirst?.()
  if (dumped) log.info({ dump: dumped }, 'database dumped before migration')
  await createHistory(client)
  await beginUpgrade(client, last.name, dumped ?? null)
  const done = await applyPending(client, files, {
    ...options,
    connectAside,
    app: schema.app,
    isNew: history.size === 0,
  })
  await endUpgrade(client)

  return done
}

type Needs = MigrateOptions & {
  log: Log
  connectAside: ConnectAside
  app: string
  isNew: boolean
}

async function applyPending(client: ClientBase, files: readonly SqlFile[], needs: Needs) {
  const { log, isNew, connectAside: connect, lockTimeoutMs = LOCK_TIMEOUT_MS } = needs
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
      // Read again for each try: another server may have had the migration lock meanwhile.
      const history = await readHistory(client)
      const [file] = pendingFiles(files, history)
      if (!file) return done
      // A backfill that has moved on since it was blocked begins to count anew.
      const place = `${file.name} ${await backfillPosition(client, file.name)}`
      tried = place === triedAt ? tried + 1 : 1
      triedAt = place
      running = file.name
      await nameSession(client, `${needs.app} migrates ${file.name}`)
      // Building an index concurrently stops nobody while it waits, so it may wait.
      await client.query(`set lock_timeout = ${file.kind === 'concurrent' ? 0 : lockTimeoutMs}`)
      try {
        const began = performance.now()
        if (isDoneAlready(file, files, history)) await recordApplied(client, file)
        else {
          await applyFile(client, file, { ...steps, vacuumed })
          const ms = Math.round(performance.now() - began)
          // A new database needs no line for each of its files.
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
 * Pauses before the next try. An older release waits for the migration lock inside a statement, whose snapshot an
 * index waits for: PostgreSQL calls that a deadlock, and it ends when the lock is free for a moment.
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
