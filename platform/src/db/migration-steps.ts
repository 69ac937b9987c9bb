import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { StartError } from '#errors/start-error.ts'
import { sqlState } from './errors.ts'
import { backfillPosition, endBackfill, moveBackfill, recordApplied } from './migration-history.ts'
import type { SqlFile } from './sql-files.ts'

export type StepOptions = {
  /** The maximum number of rows that a portion of a backfill may change. */
  portionRows: number
  /** No other session uses the embedded database during this, so there are no pauses between portions. */
  pausesBetweenPortions: boolean
  /** Tables that a vacuum had locked at the previous try. */
  vacuumed: readonly string[]
}

/** PostgreSQL cancels a vacuum for a session that has waited for `deadlock_timeout`, one second. */
const VACUUM_LOCK_TIMEOUT_MS = 3_000

const PORTION_LOCK_TIMEOUT_MS = 500
/** Requests that write a row of the portion wait for its end, so portions are short. */
const PORTION_MS = 75
const FIRST_PORTION_ROWS = 500
const LEAST_PORTION_ROWS = 100
const LEAST_PAUSE_MS = 10

/**
 * Applies a file and records it. A call that failed because of another session's lock may be retried: it continues where it stopped.
 */
export async function applyFile(
  client: ClientBase,
  file: SqlFile,
  options: StepOptions,
): Promise<void> {
  if (file.kind === 'backfill') await backfill(client, file, options)
  else if (file.kind === 'concurrent') await buildIndexes(client, file)
  else {
    await inTransaction(client, async () => {
      await endVacuums(client, options.vacuumed)
      await runText(client, file)
      await recordApplied(client, file)
    })
  }
}

/** Our tables that have the lock of a vacuum, which no request takes. */
export async function vacuumedTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct relation::regclass::text as name
       from pg_locks join pg_class on pg_class.oid = relation
      where database = (select oid from pg_database where datname = current_database())
        and mode = 'ShareUpdateExclusiveLock' and granted and pid <> pg_backend_pid()
        and relkind = 'r' and pg_has_role(relowner, 'usage')
      order by 1`,
  )

  return rows.map(({ name }) => name)
}

/**
 * Waits for vacuums on their own lock, where no request waits, and blocks them until the transaction ends. The locks of the file would wait
 * equally long, with requests behind them.
 */
async function endVacuums(client: ClientBase, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return

  const { rows } = await client.query(`select current_setting('lock_timeout') as usual`)
  await client.query(`set local lock_timeout = ${VACUUM_LOCK_TIMEOUT_MS}`)
  await client.query(`lock table ${tables.join(', ')} in share update exclusive mode`)
  await client.query(`select set_config('lock_timeout', $1, true)`, [rows[0].usual])
}

/** Runs a file's text. A failure names the file and the line. */
export async function runText(client: ClientBase, { name, text }: SqlFile): Promise<void> {
  await naming(name, text, () => client.query(text))
}

/**
 * The file's single statement gets `$1`, the previous portion's end (null at first), and `$2`, the maximum rows. It returns
 * the next position as `next`, null when no rows are left.
 */
async function backfill(client: ClientBase, file: SqlFile, options: StepOptions): Promise<void> {
  const { portionRows, pausesBetweenPortions: isShared } = options
  let rows = isShared ? Math.min(FIRST_PORTION_ROWS, portionRows) : portionRows
  let position = await backfillPosition(client, file.name)

  for (;;) {
    const began = performance.now()
    const next = await inTransaction(client, async () => {
      // Shorter than the wait before PostgreSQL detects deadlocks, so the backfill fails and never a request.
      await client.query(`set local lock_timeout = ${PORTION_LOCK_TIMEOUT_MS}`)
      await client.query(PORTION_SETTINGS)
      const reached = await runPortion(client, file, [position, rows])
      if (reached !== null) await moveBackfill(client, file.name, reached)
      else {
        await endBackfill(client, file.name)
        await recordApplied(client, file)
      }
      return reached
    })
    if (next === null) return
    if (next === position) throw new StartError(`${file.name}: a portion ended where it began.`)

    position = next
    const tookMs = performance.now() - began
    if (!isShared) continue
    const fitting = Math.floor(Math.min((rows * PORTION_MS) / tookMs, rows * 2))
    rows = Math.min(Math.max(fitting, LEAST_PORTION_ROWS), portionRows)
    // Pauses for as long as the portion took, so other sessions get half of the time.
    await pause(Math.max(tookMs, LEAST_PAUSE_MS))
  }
}

/**
 * Portions use indexes: other plans would read the whole table for each portion. Plans that need a scan then look so expensive that JIT
 * would start, which takes longer than most portions.
 */
const PORTION_SETTINGS = `
  set local platform.backfill = 'on';
  set local enable_seqscan = off;
  set local enable_hashjoin = off;
  set local enable_mergejoin = off;
  set local jit = off`

async function runPortion(client: ClientBase, { name, text }: SqlFile, values: unknown[]) {
  const { rows } = await naming(name, text, () =>
    client.query<{ next?: string | null }>(text, values),
  )
  const next = rows[0]?.next
  if (rows.length !== 1 || next === undefined) {
    throw new StartError(`${name}: a backfill answers with one row and its column "next".`)
  }

  return next
}

/** Drops an index that an interrupted try left invalid; does not rebuild a valid one. */
async function buildIndexes(client: ClientBase, file: SqlFile): Promise<void> {
  for (const { statement, name, offset } of indexesIn(file)) {
    const isValid = await indexIsValid(client, name)
    if (isValid === true) continue
    if (isValid === false) await client.query(`drop index concurrently ${name}`)
    await naming(
      file.name,
      file.text.slice(0, offset) + statement,
      () => client.query(statement),
      offset,
    )
  }
  await inTransaction(client, () => recordApplied(client, file))
}

const INDEX = /^create (?:unique )?index concurrently ([a-z_0-9]+)\s+on ([a-z_0-9]+)\.[a-z_0-9]+\s/

function indexesIn({ name: file, text }: SqlFile) {
  const code = text.replace(/--.*$/gm, (comment) => ' '.repeat(comment.length))

  return Array.from(code.matchAll(/[^;]+;/g), ({ 0: part, index }) => {
    const statement = part.trim()
    const [, name, schema] = INDEX.exec(statement) ?? []
    if (!name) {
      throw new StartError(
        `${file}: each statement has to be "create [unique] index concurrently <name> on <schema>.<table> …".`,
      )
    }
    return { statement, name: `${schema}.${name}`, offset: index + part.indexOf(statement) }
  })
}

async function indexIsValid(client: ClientBase, name: string): Promise<boolean | null> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  )

  return rows[0]?.valid ?? null
}

async function inTransaction<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // A lost connection has already rolled back.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function naming<Result>(
  name: string,
  text: string,
  work: () => Promise<Result>,
  offset = 0,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const position = error instanceof Error && 'position' in error ? Number(error.position) : 0
    const line = position > 0 ? `, line ${text.slice(0, offset + position).split('\n').length}` : ''
    const reason = error instanceof Error ? error.message : String(error)

    throw new StartError(`${name}${line}: ${reason}`, { cause: error })
  }
}

/** Another session's lock, a deadlock or a serialisation failure: a retry may succeed. */
export const isBlocked = (error: unknown): boolean => BLOCKED.has(stateOf(error))

export const isDeadlock = (error: unknown): boolean => stateOf(error) === DEADLOCK

const DEADLOCK = '40P01'
const BLOCKED = new Set(['55P03', DEADLOCK, '40001'])

const stateOf = (error: unknown): string =>
  sqlState(error instanceof StartError ? error.cause : error) ?? ''
