import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoProduct } from '#test/programs/demo-product.ts'
import { runOperate, runOperateWith } from '#test/programs/run-operate.ts'

// One product is backed up while it runs and after it stopped; each test checks the result.
const PASSPHRASE = 'a passphrase of the tests'
const folder = mkdtempSync(join(tmpdir(), 'gitferry-backup-'))
const home = { DATA_DIR: join(folder, 'home') }
const file = join(folder, 'gitferry.backup')
let before: { refresh_token: string }
let whileRunning = ''
let said = ''

beforeAll(async () => {
  const product = await startDemoProduct(home)
  before = await product.signIn()
  whileRunning = await complaint(backUp(join(folder, 'early.backup')))
  await product.stop()
  said = await backUp(file)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a backup is one file that its owner alone can read, in which nothing can be read', () => {
  const secrets = JSON.parse(readFileSync(join(home.DATA_DIR, 'secrets.json'), 'utf8'))

  expect(said).toMatch(/^gitferry-.+\.tar\.gz and its secrets are in .+gitferry\.backup\.$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).includes(secrets.encryptionKey)).toBe(false)
})

test('while the product runs its newest dump is taken, and without one that is said', async () => {
  const product = await startDemoProduct(home)
  const later = await backUp(join(folder, 'later.backup'))
  await product.stop()

  expect(whileRunning).toMatch(/^The product runs and has not written a dump yet/)
  expect(later).toMatch(/The product runs, so this is the newest dump that it wrote\.$/)
}, 60_000)

test('on another machine a backup brings rows, sessions and keys back, and keeps what it replaces', async () => {
  const elsewhere = { DATA_DIR: join(folder, 'elsewhere', 'data') }
  const secrets = () => readFileSync(join(elsewhere.DATA_DIR, 'secrets.json'), 'utf8')

  const restored = await runOperateWith(PASSPHRASE, elsewhere, 'restore-backup', file)
  const product = await startDemoProduct({ ...elsewhere, SEED: 'none' })
  const { status } = await product.refresh(before.refresh_token)
  await product.stop()
  const kept = secrets()
  const again = await runOperateWith(PASSPHRASE, elsewhere, 'restore-backup', file)

  const [name] = readdirSync(elsewhere.DATA_DIR).filter((one) => one.startsWith('secrets.json.'))
  expect(restored).toBe('Restored.')
  expect(status).toBe(200)
  expect(again.match(/Kept: /g)).toHaveLength(2)
  expect(readFileSync(join(elsewhere.DATA_DIR, name ?? ''), 'utf8')).toBe(kept)
}, 60_000)

test('check-restore opens a backup or a dump beside everything else, and leaves nothing', async () => {
  const empty = { DATA_DIR: join(folder, 'nowhere') }
  const [dump = ''] = readdirSync(join(home.DATA_DIR, 'dumps'))

  const ofBackup = await runOperateWith(PASSPHRASE, empty, 'check-restore', file)
  const ofStrangersDump = await complaint(
    runOperate(empty, 'check-restore', join(home.DATA_DIR, 'dumps', dump)),
  )

  expect(ofBackup).toMatch(/^ok {5}schema/)
  expect(ofBackup).toMatch(/^ok {5}rows {5}[1-9]\d* accounts, [1-9]/m)
  expect(ofBackup).not.toContain('WRONG')
  expect(ofStrangersDump).toMatch(/^WRONG {2}secrets/m)
  expect(readdirSync(folder).filter((name) => name.startsWith('.checking'))).toEqual([])
}, 60_000)

const REFUSALS = [
  {
    what: 'another passphrase',
    passphrase: 'another passphrase',
    of: file,
    says: /does not open with this passphrase/,
  },
  {
    what: 'no passphrase',
    passphrase: '',
    of: file,
    says: /^A passphrase of at least 12 characters/,
  },
  {
    what: 'a file that is none',
    passphrase: PASSPHRASE,
    of: join(folder, 'text'),
    says: /was not written by the command backup/,
  },
  { what: 'no file', passphrase: PASSPHRASE, of: join(folder, 'none'), says: /^There is no file/ },
]

for (const { what, passphrase, of, says } of REFUSALS) {
  test(`${what} is refused, and nothing is changed`, async () => {
    await writeFile(join(folder, 'text'), 'not a backup')
    const target = { DATA_DIR: join(folder, 'refused') }
    mkdirSync(target.DATA_DIR, { recursive: true })

    const refused = await complaint(runOperateWith(passphrase, target, 'restore-backup', of))

    expect(refused).toMatch(says)
    expect(existsSync(join(target.DATA_DIR, 'postgres'))).toBe(false)
  }, 60_000)
}

test('a backup is not written over', async () => {
  expect(await complaint(backUp(file))).toBe(`${file} exists.`)
}, 60_000)

const backUp = (to: string) => runOperateWith(PASSPHRASE, home, 'backup', to)

const complaint = (running: Promise<string>): Promise<string> =>
  running.then(
    (done) => `did it: ${done}`,
    ({ message }: Error) => message,
  )
