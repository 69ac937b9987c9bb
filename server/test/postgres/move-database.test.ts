import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSql } from '@app/platform/test/databases/postgres-server.ts'
import { emptyLocation, openLocation } from '@app/platform/test/fresh-database.ts'
import { ask } from '@app/platform/test/open-with.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoProduct } from '#test/programs/demo-product.ts'
import { runOperate } from '#test/programs/run-operate.ts'
import { PIXEL } from '#test/upgrade/walk.ts'

// One embedded database with the demo's rows is moved once; each test checks the result.
const ends: (() => void | Promise<void>)[] = []
/** A file large enough to be stored in three chunks. */
const BYTES = Buffer.concat([PIXEL, Buffer.alloc(600_000)])
const folder = mkdtempSync(join(tmpdir(), 'gitferry-move-'))
let address = ''
let moved = ''
let before: { refresh_token: string; user: { id: string } }
let tables: Record<string, number>

beforeAll(async () => {
  const product = await startDemoProduct({ DATA_DIR: folder })
  before = await product.signIn()
  const file = `/storage/v1/object/avatars/${before.user.id}/picture.png`
  const init = { method: 'POST', body: BYTES, headers: { 'content-type': 'image/png' } }
  const stored = await product.call(file, init, (await product.signIn()).access_token)
  expect(stored.status).toBe(200)
  await product.stop()

  const location = await emptyLocation((end) => ends.unshift(end))
  address = location.kind === 'postgres' ? location.url : ''
  moved = await runOperate({ DATA_DIR: folder }, 'move-to', address)
  tables = await countRows()
}, 120_000)

afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

test('a moved database has every row, and what the operator has to set is printed', () => {
  expect(moved).toMatch(/^# \d+ rows of \d+ tables are there/)
  expect(tables).toMatchObject({ 'storage_private.chunks': 3, 'history.backfills': 0 })
  expect(tables['auth.users']).toBeGreaterThan(2)
  expect(tables['public.sync_events']).toBeGreaterThan(2)
  expect(Object.keys(printed())).toEqual([
    'DATABASE_URL',
    'APP_ENCRYPTION_KEYS',
    'JWT_KEYS',
    'PUBLISHABLE_KEY',
    'SECRET_KEY',
  ])
})

test('it has the rules of a database that was made there', async () => {
  const other = await emptyLocation((end) => ends.unshift(end))
  const made = await openLocation(other, (end) => ends.unshift(end))
  const rules = `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as rule
      from pg_constraint where connamespace::regnamespace::text !~ '^pg_|information'
     union all
     select tgrelid::regclass::text || ' ' || pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
     order by 1`
  const here = await openMoved()

  expect(await ask(here, rules)).toEqual(await ask(made, rules))
}, 60_000)

test('numbers go on after those that were given', async () => {
  const here = await openMoved()
  const [counter] = await ask(
    here,
    `select (select max(id) from public.github_integrations) as last, nextval(pg_get_serial_sequence('public.github_integrations', 'id')) as next`,
  )

  expect(Number(counter?.next)).toBeGreaterThan(Number(counter?.last))
}, 60_000)

test('sessions, files and sealed secrets go on at the new place', async () => {
  const product = await startDemoProduct({ DATA_DIR: join(folder, 'other'), ...printed() })
  const { status, access_token } = await product.refresh(before.refresh_token)
  const file = `/storage/v1/object/public/avatars/${before.user.id}/picture.png`
  const bytes = Buffer.from(await (await product.call(file)).arrayBuffer())
  const rows = await product.call('/rest/v1/projects?select=id', {}, access_token)
  await product.stop()

  expect(status).toBe(200)
  expect(bytes.equals(BYTES)).toBe(true)
  expect((await rows.json()) as unknown[]).not.toEqual([])
  expect(existsSync(join(folder, 'other', 'secrets.json'))).toBe(false)
}, 60_000)

test('check-restore finds it whole, and says what is missing', async () => {
  const whole = await runOperate(printed(), 'check-restore', address)
  await runSql(address, 'delete from storage_private.chunks where seq = 1')
  const broken = await complaint(runOperate(printed(), 'check-restore', address))
  const otherKeys = await complaint(
    runOperate(
      { ...printed(), APP_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 9).toString('base64')}` },
      'check-restore',
      address,
    ),
  )

  expect(whole).not.toContain('WRONG')
  expect(broken).toMatch(/^WRONG {2}files {4}1 of \d+ have bytes missing$/m)
  expect(otherKeys).toMatch(/^WRONG {2}secrets {2}these keys do not open auth\.sessions/m)
}, 60_000)

test('a database with accounts is not written over', async () => {
  const said = await complaint(runOperate({ DATA_DIR: folder }, 'move-to', address))

  expect(said).toBe('There are accounts in that database already. Nothing was changed.')
  expect((await countRows())['auth.users']).toBe(tables['auth.users'])
}, 60_000)

test('there is nothing to move from a server', async () => {
  const said = await complaint(runOperate({ DATABASE_URL: address }, 'move-to', address))

  expect(said).toMatch(/^This is for the embedded database/)
}, 60_000)

const printed = () =>
  Object.fromEntries(
    moved
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  )

const openMoved = () => openLocation({ kind: 'postgres', url: address }, (end) => ends.unshift(end))

const complaint = (running: Promise<string>): Promise<string> =>
  running.then(
    (said) => `did it: ${said}`,
    ({ message }: Error) => message,
  )

async function countRows(): Promise<Record<string, number>> {
  const here = await openMoved()
  const rows = await ask(
    here,
    `select schemaname || '.' || tablename as name,
            (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', schemaname, tablename), false, true, '')))[1]::text::int as n
       from pg_tables where schemaname !~ '^pg_|information'`,
  )

  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
