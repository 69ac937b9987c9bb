import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Database, theServer } from '#db/database.ts'
import { StartError } from '#errors/start-error.ts'
import { recycledDatabase } from '#test/recycled-database.ts'
import { startTestServer } from '#test/test-server.ts'

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const [k1, k2] = [newKey('k1'), newKey('k2')]
const PUBLISHABLE_KEY = 'sb_publishable_0123456789abcdefghij'
const OTHER_KEYS =
  /^The encryption keys .+ are not those that this database was sealed with: its key k1 is missing or another one\.$/

test('a start with other keys than the database was sealed with is refused in one sentence', async () => {
  const db = await recycledDatabase()
  await startWith(db, k1)

  for (const keys of [k2, newKey('k1'), `${newKey('k1')},${k2}`]) {
    const refused = await startWith(db, keys).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect(String((refused as Error).message)).toMatch(OTHER_KEYS)
  }
  await expect(startWith(db, k1)).resolves.toBeDefined()
})

test('keys are rotated by a start with both, after which the older one may go', async () => {
  const db = await recycledDatabase()
  await startWith(db, k1)
  await startWith(db, `${k1},${k2}`)

  await expect(startWith(db, k2)).resolves.toBeDefined()
  await expect(startWith(db, k1)).rejects.toThrow('its key k2 is missing or another one')
})

test('a database from before the check is checked by what it holds', async () => {
  const db = await recycledDatabase()
  const { url } = await startWith(db, k1)
  const signedUp = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.test', password: 'secret-1' }),
  })
  expect(signedUp.status).toBe(200)
  await forgetCanary(db)

  await expect(startWith(db, k2)).rejects.toThrow(OTHER_KEYS)
  expect(await canaries(db)).toBe(0)
  await startWith(db, `${k1},${k2}`)
  expect(await canaries(db)).toBe(1)
})

test('servers that start at once over a new database agree on the keys', async () => {
  const db = await recycledDatabase()
  const same = await Promise.allSettled([k1, k1, k1].map((keys) => startWith(db, keys)))
  expect(same.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])

  await forgetCanary(db)
  const different = await Promise.allSettled(
    [k1, k2, newKey('k1')].map((keys) => startWith(db, keys)),
  )
  expect(different.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await canaries(db)).toBe(1)
})

const startWith = (db: Database, APP_ENCRYPTION_KEYS: string) =>
  startTestServer({ db, env: { APP_ENCRYPTION_KEYS, PUBLISHABLE_KEY, AUTH_AUTOCONFIRM: 'true' } })

const forgetCanary = (db: Database) =>
  db.ask(theServer, { text: `delete from ops.app_settings where key = 'sealed_canary'` })

async function canaries(db: Database): Promise<number> {
  const { rowCount } = await db.ask(theServer, {
    text: `select from ops.app_settings where key = 'sealed_canary'`,
  })

  return rowCount
}
