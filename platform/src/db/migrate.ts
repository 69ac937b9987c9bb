import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { StartError } from '#errors/start-error.ts'
import { isSuperuser, loginRoleOf } from './roles.ts'
import { admitServiceRole } from './service-role.ts'

/** The SQL that a database is built from. */
export type Schema = {
  /** The program's name, which its login role is named after. */
  app: string
  /** The folder of the platform's own files. */
  platformSql: string
  /** The folder of the product's migrations, if there are any. */
  migrations: string | null
}

type SqlFile = { name: string; text: string; digest: string }

// Any fixed number that no other program on the database uses.
const LOCK = 7_448_411

/**
 * Migrates the schema: platform first, then the product, each file once and in its own transaction. Servers that
 * start together wait for one another here.
 */
export async function migrate(client: ClientBase, schema: Schema): Promise<string[]> {
  const role = loginRoleOf(schema.app)
  await client.query('select pg_advisory_lock($1)', [LOCK])

  try {
    // A superuser's address works as the role of the program, any other as itself.
    await client.query(
      `select set_config('platform.server_role', case current_setting('is_superuser') when 'on' then $1 else current_user end, false)`,
      [role],
    )
    await runFile(client, await readSql(schema.platformSql, 'roles.sql', 'platform'))
    // Everything belongs to the login role, so that it needs no superuser later either.
    if (await isSuperuser(client)) await client.query(`set role ${role}`)
    await client.query(HISTORY)

    const applied = await appliedFiles(client)
    const done: string[] = []
    for (const file of await sqlFiles(schema)) {
      if (applied.has(file.name)) refuseChanged(file, applied.get(file.name))
      else {
        await apply(client, file)
        done.push(file.name)
      }
    }
    await admitServiceRole(client)
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

    throw new StartError(`${name}${line}: ${reason}`, { cause: error })
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
    `${file.name} was changed after it had been applied. Add a new file instead.`,
  )
}

/** Platform and product in the order in which they are applied. */
export async function sqlFiles({ platformSql, migrations }: Schema): Promise<SqlFile[]> {
  const platform = await readFolder(platformSql, 'platform')
  const product = migrations === null ? [] : await readFolder(migrations, 'migrations')

  return [...platform, ...product]
}

async function readFolder(folder: string, part: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()

  return Promise.all(names.map((name) => readSql(folder, name, part)))
}

async function readSql(folder: string, name: string, part: string): Promise<SqlFile> {
  const text = await readFile(join(folder, name), 'utf8')

  return { name: `${part}/${name}`, text, digest: createHash('sha256').update(text).digest('hex') }
}
