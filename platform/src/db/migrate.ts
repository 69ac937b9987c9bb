import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { StartError } from '#errors/start-error.ts'
import { isSuperuser, LOGIN_ROLE } from './roles.ts'

type SqlFile = { name: string; text: string; digest: string }

// Any fixed number will do, as long as no other program on the database uses it.
const LOCK = 7_448_411

/**
 * Brings the schema up to date: platform first, then the product, each file once and in a
 * transaction of its own. Servers that start together wait for one another here.
 */
export async function migrate(client: ClientBase, folder: string): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [LOCK])

  try {
    await runFile(client, await readSql(folder, 'platform/roles.sql'))
    // Everything belongs to the login role, so that it needs no superuser later either.
    if (await isSuperuser(client)) await client.query(`set role ${LOGIN_ROLE}`)
    await client.query(HISTORY)

    const applied = await appliedFiles(client)
    const done: string[] = []
    for (const file of await sqlFiles(folder)) {
      if (applied.has(file.name)) refuseChanged(file, applied.get(file.name))
      else {
        await apply(client, file)
        done.push(file.name)
      }
    }
    return done
  } finally {
    await client.query('reset role')
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  }
}

const HISTORY = `
  create schema if not exists history;
  create table if not exists history.migrations (
    name       text primary key,
    digest     text not null,
    applied_at timestamptz not null default now()
  )`

async function apply(client: ClientBase, file: SqlFile) {
  await client.query('begin')
  try {
    await runFile(client, file)
    await client.query('insert into history.migrations (name, digest) values ($1, $2)', [
      file.name,
      file.digest,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function runFile(client: ClientBase, { name, text }: SqlFile) {
  try {
    await client.query(text)
  } catch (error) {
    const position = error instanceof Error && 'position' in error ? Number(error.position) : 0
    const line = position > 0 ? `, line ${text.slice(0, position).split('\n').length}` : ''
    const reason = error instanceof Error ? error.message : String(error)

    throw new StartError(`database/${name}${line}: ${reason}`, { cause: error })
  }
}

async function appliedFiles(client: ClientBase) {
  const { rows } = await client.query<{ name: string; digest: string }>(
    'select name, digest from history.migrations',
  )

  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

function refuseChanged(file: SqlFile, appliedDigest: string | undefined) {
  if (file.digest === appliedDigest) return
  throw new StartError(
    `database/${file.name} was changed after it had been applied. Add a new file instead.`,
  )
}

/** Platform and product in the order in which they are applied. */
export async function sqlFiles(folder: string): Promise<SqlFile[]> {
  const names = await Promise.all(
    ['platform', 'migrations'].map(async (part) =>
      (await readdir(join(folder, part)))
        .filter((name) => /^\d{4}_.+\.sql$/.test(name))
        .sort()
        .map((name) => `${part}/${name}`),
    ),
  )

  return Promise.all(names.flat().map((name) => readSql(folder, name)))
}

async function readSql(folder: string, name: string): Promise<SqlFile> {
  const text = await readFile(join(folder, name), 'utf8')

  return { name, text, digest: createHash('sha256').update(text).digest('hex') }
}
