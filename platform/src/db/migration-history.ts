import type { ClientBase } from 'pg'
import { StartError } from '#errors/start-error.ts'
import { type Database, theServer } from './database.ts'
import { sqlState } from './errors.ts'
import { type Schema, type SqlFile, sqlFiles } from './sql-files.ts'

/** The database's record of an applied file. */
type Applied = {
  /** The digest of the file's first published text, so that older servers accept the row too. */
  digest: string
  /** The digest of the text that ran; null if it ran before this column existed. */
  ran: string | null
}

export type History = ReadonlyMap<string, Applied>

/** Creates only missing objects, so that a usual start takes no lock. */
export async function createHistory(client: ClientBase): Promise<void> {
  if (!(await hasUpgrades(client))) await client.query(HISTORY)
}

const HISTORY = `
  begin;
  create schema if not exists history;
  create table if not exists history.migrations (
    name       text primary key,
    digest     text not null,
    applied_at timestamptz not null default now()
  );
  alter table history.migrations add column if not exists ran text;
  -- Where a backfill has got to. Its row is deleted with the last portion.
  create table if not exists history.backfills (
    name     text primary key,
    position text not null,
    portions integer not null default 1,
    moved_at timestamptz not null default clock_timestamp()
  );
  -- One row for each time that files were applied. Without finished_at: it runs, or was interrupted.
  create table if not exists history.upgrades (
    id          integer generated always as identity primary key,
    began_at    timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    last_file   text not null,
    dump        text
  );
  commit`

/** Empty for a database without applied files. Must not be used inside a transaction, because a failure would end it. */
export async function readHistory(client: ClientBase): Promise<History> {
  const read = async (ran: string) => {
    const text = `select name, digest, ${ran} from history.migrations`

    return (await client.query<Applied & { name: string }>(text)).rows
  }
  const rows = await read('ran').catch((error: unknown) => {
    const state = sqlState(error)
    if (state === UNDEFINED_TABLE || state === UNDEFINED_SCHEMA) return []
    // Written by a release without this column.
    if (state === UNDEFINED_COLUMN) return read('null as ran')
    throw error
  })

  return new Map(rows.map(({ name, digest, ran }) => [name, { digest, ran }]))
}

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_SCHEMA = '3F000'
const UNDEFINED_COLUMN = '42703'

/**
 * The files that still have to be applied, those that older servers do not survive only `withContracts`. A file that was changed since it
 * ran is refused.
 */
export function pendingFiles(
  files: readonly SqlFile[],
  history: History,
  { withContracts }: { withContracts: boolean },
): SqlFile[] {
  for (const file of files) refuseChanged(file, history.get(file.name))

  return files.filter(
    ({ name, phase }) => !history.has(name) && (withContracts || phase !== 'contract'),
  )
}

/** The names of files that wait until no older server runs any more. */
export async function waitingContracts(db: Database, schema: Schema): Promise<string[]> {
  const contracts = (await sqlFiles(schema)).filter(({ phase }) => phase === 'contract')
  const { rows } = await db.ask<{ name: string }>(theServer, {
    text: 'select name from history.migrations where name = any ($1)',
    values: [contracts.map(({ name }) => name)],
  })
  const applied = new Set(rows.map(({ name }) => name))

  return contracts.map(({ name }) => name).filter((name) => !applied.has(name))
}

function refuseChanged({ name, digest, replaces }: SqlFile, applied: Applied | undefined) {
  if (!applied || applied.digest === digest || replaces.includes(applied.digest)) return
  throw new StartError(`${name} was changed after it had been applied. Add a new file instead.`)
}

/** The database ran an earlier text of the first step, which included the work of the later steps. */
export function isDoneAlready({ stepOf }: SqlFile, files: readonly SqlFile[], history: History) {
  const applied = stepOf === null ? undefined : history.get(stepOf)
  const first = files.find(({ name }) => name === stepOf)

  return applied?.ran === null && (first?.replaces.includes(applied.digest) ?? false)
}

export async function recordApplied(
  client: ClientBase,
  { name, digest, replaces }: SqlFile,
): Promise<void> {
  await client.query('insert into history.migrations (name, digest, ran) values ($1, $2, $3)', [
    name,
    replaces[0] ?? digest,
    digest,
  ])
}

/** Where an interrupted backfill continues; null: at the start. */
export async function backfillPosition(client: ClientBase, name: string): Promise<string | null> {
  const { rows } = await client.query<{ position: string }>(
    'select position from history.backfills where name = $1',
    [name],
  )

  return rows[0]?.position ?? null
}

export async function moveBackfill(client: ClientBase, name: string, position: string) {
  await client.query(
    `insert into history.backfills as known (name, position) values ($1, $2)
     on conflict (name) do update
        set position = excluded.position, portions = known.portions + 1, moved_at = clock_timestamp()`,
    [name, position],
  )
}

export async function endBackfill(client: ClientBase, name: string): Promise<void> {
  await client.query('delete from history.backfills where name = $1', [name])
}

/** An interrupted upgrade keeps its first row. */
export async function beginUpgrade(client: ClientBase, lastFile: string, dump: string | null) {
  if (await isInterrupted(client)) return
  await client.query('insert into history.upgrades (last_file, dump) values ($1, $2)', [
    lastFile,
    dump,
  ])
}

/** An upgrade has begun but not ended. */
export async function isInterrupted(client: ClientBase): Promise<boolean> {
  if (!(await hasUpgrades(client))) return false
  const { rows } = await client.query<{ is: boolean }>(
    'select exists (select from history.upgrades where finished_at is null) as is',
  )

  return rows[0]?.is === true
}

async function hasUpgrades(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: unknown }>(
    `select to_regclass('history.upgrades') as found`,
  )

  return rows[0]?.found !== null
}

export async function endUpgrade(client: ClientBase): Promise<void> {
  await client.query(
    'update history.upgrades set finished_at = clock_timestamp() where finished_at is null',
  )
}
