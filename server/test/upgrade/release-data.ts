import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, constants } from 'node:zlib'
import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '@app/platform/db/open.ts'
import { runSql, startPostgres } from '@app/platform/test/databases/postgres-server.ts'
import type { AtEnd } from '@app/platform/test/fresh-database.ts'
import { inject } from 'vitest'
import type { Walked } from './walk.ts'
import '@app/platform/test/databases/given.ts'

const { kind, schema } = inject('database')

/** A database as a release left it. */
export const releaseLocation = async (release: string, atEnd: AtEnd): Promise<DatabaseLocation> =>
  kind === 'embedded' ? embedded(release, atEnd) : postgres(release, atEnd)

export const walkedIn = (release: string): Walked =>
  JSON.parse(readFileSync(fixture(release, `${kind}.json`), 'utf8'))

/** What its server sends to the database. Beside an embedded one there is no other server, which would use its queue. */
export function statementsOf(release: string): string[] {
  const all: string[] = JSON.parse(unpack(release, 'statements.json.br').toString())

  return kind === 'embedded' ? all.filter((text) => !text.includes('jobs.job')) : all
}

/** Opens it as the last release whose jobs pg-boss kept, whose servers listen as long as they run. */
export async function openOlder(location: DatabaseLocation, clock: Clock): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'older-release-'))
  try {
    const olderFiles = (from: string) => {
      const to = join(folder, basename(from))
      cpSync(from, to, { recursive: true, filter: (name) => !/\/(0023|0090)_[^/]+$/.test(name) })
      return to
    }
    const { platformSql, migrations } = schema
    const older = {
      ...schema,
      platformSql: olderFiles(platformSql),
      migrations: olderFiles(migrations ?? ''),
    }
    const db = await openDatabase({ location, schema: older, clock })
    await db.listen('jobs', () => {})
    return db
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function embedded(release: string, atEnd: AtEnd): DatabaseLocation & { kind: 'embedded' } {
  const given = inject('database')
  if (given.kind !== 'embedded') throw new Error('This run is over a PostgreSQL server')
  const dataDir = join(given.scratch, randomUUID())
  mkdirSync(dataDir)
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  execFileSync('tar', ['-x', '-C', dataDir], { input: unpack(release, 'embedded.tar.br') })

  return { kind: 'embedded', dataDir }
}

/** A server of its own: both releases gave BYPASSRLS to a role of the whole cluster. */
async function postgres(release: string, atEnd: AtEnd): Promise<DatabaseLocation> {
  const server = await startPostgres()
  atEnd(() => server.stop())
  await runSql(
    server.url('postgres'),
    'create role anon nologin noinherit',
    'create role authenticated nologin noinherit',
    'create role service_role nologin noinherit bypassrls',
    'create role gitferry_server login noinherit',
    'grant anon, authenticated, service_role to gitferry_server',
    'create database gitferry owner gitferry_server',
  )
  await runSql(server.url('gitferry'), unpack(release, 'postgres.sql.br').toString())

  return { kind: 'postgres', url: server.url('gitferry', 'gitferry_server') }
}

const unpack = (release: string, name: string) =>
  brotliDecompressSync(readFileSync(fixture(release, name)), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  })

const fixture = (release: string, name: string) =>
  fileURLToPath(new URL(`fixtures/${release}/${name}`, import.meta.url))
