import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { machineClock } from '@app/platform/clock/clock.ts'
import { copyDatabase } from '@app/platform/db/copy-database.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '#compose/folders.ts'
import { startDemoProduct } from '#test/programs/demo-product.ts'
import { runOperate } from '#test/programs/run-operate.ts'

// One data folder whose database was written by PostgreSQL 17: refused, then upgraded, then used.
const OLD = dirname(dirname(fileURLToPath(import.meta.resolve('pglite-of-postgres-17'))))
const folder = mkdtempSync(join(tmpdir(), 'gitferry-upgrade-'))
const DATA_DIR = join(folder, 'data')
const env = { DATA_DIR }
let before: { refresh_token: string; user: { id: string } }

beforeAll(async () => {
  const product = await startDemoProduct(env)
  before = await product.signIn()
  await product.stop()
  await writeWithPostgres17()
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a start with the database of another major version is refused in words, and changes nothing', async () => {
  const said = await complaint(runOperate(env, 'dump'))

  expect(said).toBe(
    `The database in ${join(DATA_DIR, 'postgres')} was written by PostgreSQL 17, and this version opens those of PostgreSQL 18. Nothing was changed. The command upgrade-folder carries it over: see docs/operations.md.`,
  )
  expect(versionIn('postgres')).toBe('17')
}, 60_000)

test('a folder without PGlite leaves it as it was', async () => {
  const said = await complaint(runOperate(env, 'upgrade-folder', folder))

  expect(said).toBe(`There is no package in ${folder}.`)
  expect(versionIn('postgres')).toBe('17')
}, 60_000)

test('an upgraded folder has every row, keeps its sessions, and the old one lies beside it', async () => {
  const said = await runOperate(env, 'upgrade-folder', OLD)
  const product = await startDemoProduct(env)
  const { status, access_token } = await product.refresh(before.refresh_token)
  const rows = await product.call('/rest/v1/projects?select=id', {}, access_token)
  await product.stop()
  const again = await complaint(runOperate(env, 'upgrade-folder', OLD))

  expect(said).toMatch(/^PostgreSQL 17 → 18: \d+ rows of \d+ tables are there\. Kept: /)
  expect(versionIn('postgres')).toBe('18')
  expect(
    versionIn(readdirSync(DATA_DIR).find((name) => name.includes('of-postgres-17')) ?? ''),
  ).toBe('17')
  expect(status).toBe(200)
  expect((await rows.json()) as unknown[]).not.toEqual([])
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('.upgrading'))).toEqual([])
  expect(again).toBe(
    'The database is of PostgreSQL 18 already, as this version needs it. Nothing was changed.',
  )
}, 120_000)

/** No release of ours had PostgreSQL 17: its folder is made by copying the other way. */
async function writeWithPostgres17(): Promise<void> {
  const engine = pathToFileURL(join(OLD, 'dist/index.js')).href
  const place = join(folder, 'of-17')
  const location = { kind: 'embedded', dataDir: DATA_DIR } as const
  const from = await openDatabase({ location, schema, clock: machineClock })
  const to = await openDatabase({
    location: { kind: 'embedded', dataDir: place, engine },
    schema,
    clock: machineClock,
  })
  await copyDatabase(from, to)
  await to.close()
  await from.close()
  rmSync(join(DATA_DIR, 'postgres'), { recursive: true })
  renameSync(join(place, 'postgres'), join(DATA_DIR, 'postgres'))
}

const versionIn = (name: string) => readFileSync(join(DATA_DIR, name, 'PG_VERSION'), 'utf8').trim()

const complaint = (run: Promise<string>) =>
  run.then(
    (text) => Promise.reject(new Error(`It worked: ${text}`)),
    (error: Error) => error.message,
  )
