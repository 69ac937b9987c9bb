import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/databases/free-port.ts'
import { startPostgres } from '#test/databases/postgres-server.ts'
import { forThisFile } from '#test/for-this-file.ts'
import { freshLocation } from '#test/fresh-database.ts'
import { runPlatform, runRest } from '#test/programs/run-command.ts'
import { startPooler } from './pooler.ts'

const standby = forThisFile(async (atEnd) => {
  const postgres = await startPostgres()
  atEnd(() => postgres.stop())
  await postgres.demote()

  return postgres
})

test.each(['platform', 'rest'] as const)('%s over a standby is refused', async (program) => {
  await expect(start(program, standby().url('postgres'))).rejects.toThrow(
    /^The database at 127\.0\.0\.1:\d+ is a standby, which cannot be written: use the address of the primary\.\n$/,
  )
})

test.each(['platform', 'rest'] as const)('%s over a pooler is refused', async (program) => {
  const pooler = await startPooler(await freshUrl())

  await expect(start(program, pooler)).rejects.toThrow(
    /^The database at 127\.0\.0\.1:\d+ is behind a connection pooler: use the address of PostgreSQL itself, or name it in DATABASE_DIRECT_URL\.\n$/,
  )
})

async function freshUrl(): Promise<string> {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('These tests are for a PostgreSQL server')

  return location.url
}

async function start(program: 'platform' | 'rest', url: string) {
  const port = String(await freePort())
  if (program === 'rest') return runRest(['--db-uri', url, '--server-port', port])

  const folder = mkdtempSync(join(tmpdir(), 'platform-unsuitable-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return runPlatform(['--db-uri', url], { PORT: port, DATA_DIR: folder })
}
