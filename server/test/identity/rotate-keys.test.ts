import { jwtKeysText } from '@app/platform/config/auth-keys.ts'
import { announced, newSigningKey, using, without } from '@app/platform/config/signing-key.ts'
import type { Database } from '@app/platform/db/database.ts'
import { keyUsage, reseal } from '@app/platform/identity/encryption-keys/reseal.ts'
import { keyring } from '@app/platform/sealing/keyring.ts'
import { ask } from '@app/platform/test/open-with.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'
import type { JWK } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealedColumns } from '#compose/sealed-columns.ts'
import { startTestServer } from '#test/test-server.ts'
import { PIXEL } from '#test/upgrade/walk.ts'

// A rotation as operators do it: in two rollouts, during each of which servers of before and after run side by side.
const KEYS = { k1: Buffer.alloc(32, 21), k2: Buffer.alloc(32, 22) }
const listed = (...ids: (keyof typeof KEYS)[]) =>
  ids.map((id) => `${id}:${KEYS[id].toString('base64')}`).join(',')
const PASSWORD = 'a password of the tests 1'
const ends: (() => void | Promise<void>)[] = []
let db: Database

beforeAll(async () => {
  db = await recycledDatabase(undefined, (end) => ends.unshift(end))
}, 60_000)

afterAll(async () => {
  for (const end of ends) await end()
}, 60_000)

test('sessions go on through both rollouts of an encryption key, and nothing is left to the old one', async () => {
  const signing = jwtKeysText([newSigningKey()])
  const start = (env: Record<string, string>) => startServer({ JWT_KEYS: signing, ...env })
  const before = await start({ APP_ENCRYPTION_KEYS: listed('k1') })
  const announcing = await start({
    APP_ENCRYPTION_KEYS: listed('k1', 'k2'),
    APP_SEALING_KEY: 'k1',
  })
  const sealing = await start({ APP_ENCRYPTION_KEYS: listed('k1', 'k2'), APP_SEALING_KEY: 'k2' })

  let session = await signUp(before)
  for (const server of [announcing, before, announcing, sealing, announcing, sealing])
    session = await refresh(server, session)
  const untouched = await signUp(announcing)
  const mixed = await keysInUse()
  const ring = keyring([
    { id: 'k1', bytes: KEYS.k1 },
    { id: 'k2', bytes: KEYS.k2 },
  ])
  const done = await reseal({ db, keyring: ring }, sealedColumns)
  const again = await reseal({ db, keyring: ring }, sealedColumns)

  expect(mixed).toEqual(['k1', 'k2'])
  expect(done.resealed).toBeGreaterThan(0)
  expect(again).toEqual({ resealed: 0, unopened: 0 })
  expect(await keysInUse()).toEqual(['k2'])
  const after = await start({ APP_ENCRYPTION_KEYS: listed('k2') })
  for (const one of [session, untouched]) await refresh(after, one)
}, 60_000)

test('tokens are good on every server through both rollouts of a signing key', async () => {
  const first = [newSigningKey()]
  const second = announced(first)
  const third = using(second) ?? []
  const start = (keys: readonly JWK[]) =>
    startServer({ APP_ENCRYPTION_KEYS: listed('k2'), JWT_KEYS: jwtKeysText(keys) })
  const [one, two, three] = [await start(first), await start(second), await start(third)]

  const old = await signUp(one)
  const between = await signUp(two)
  const fresh = await signUp(three)

  for (const { access_token } of [old, between]) {
    expect(await statusOf(one, access_token)).toBe(200)
    expect(await statusOf(two, access_token)).toBe(200)
    expect(await statusOf(three, access_token)).toBe(200)
  }
  expect(await statusOf(two, fresh.access_token)).toBe(200)
  const fourth = without(third, first[0]?.kid ?? '') ?? []
  const four = await start(fourth)
  expect(await statusOf(four, fresh.access_token)).toBe(200)
  expect(await statusOf(four, old.access_token)).toBe(403)
}, 60_000)

test('steps of a rotation follow one another', () => {
  const keys = [newSigningKey()]
  const next = announced(keys)
  const [fresh] = next
  const used = using(next) ?? []

  expect(using(keys)).toBeNull()
  expect(announced(next)).toHaveLength(2)
  expect(without(keys, keys[0]?.kid ?? '')).toBeNull()
  expect(without(next, fresh?.kid ?? '')).toBeNull()
  expect(used.filter(({ d }) => d)).toEqual([expect.objectContaining({ kid: fresh?.kid })])
  expect(without(used, keys[0]?.kid ?? '')).toEqual([expect.objectContaining({ kid: fresh?.kid })])
})

test('a link to a file holds when another key seals', async () => {
  const signing = jwtKeysText([newSigningKey()])
  const old = await startServer({
    APP_ENCRYPTION_KEYS: listed('k1', 'k2'),
    APP_SEALING_KEY: 'k1',
    JWT_KEYS: signing,
  })
  const { access_token, user } = await signUp(old)
  const path = `avatars/${user.id}/picture.png`
  const send = (server: Server, address: string, body: string | Buffer, type: string) =>
    fetch(`${server.url}/storage/v1/object/${address}`, {
      method: 'POST',
      headers: { ...headers(access_token), 'content-type': type },
      body,
    })
  expect((await send(old, path, PIXEL, 'image/png')).status).toBe(200)
  const signed = await send(old, `sign/${path}`, '{"expiresIn":600}', 'application/json')
  const { signedURL } = (await signed.json()) as { signedURL: string }

  const after = await startServer({ APP_ENCRYPTION_KEYS: listed('k1', 'k2'), JWT_KEYS: signing })
  const link = `${after.url}/storage/v1${signedURL}`

  expect(Buffer.from(await (await fetch(link)).arrayBuffer())).toEqual(PIXEL)
  expect((await fetch(`${link}x`)).status).toBe(400)
}, 60_000)

test('a name that no key has is refused', async () => {
  await expect(
    startServer({ APP_ENCRYPTION_KEYS: listed('k1'), APP_SEALING_KEY: 'k9' }),
  ).rejects.toThrow('APP_SEALING_KEY must be the name of a key of APP_ENCRYPTION_KEYS')
})

test('every column that holds sealed texts is counted and sealed anew', async () => {
  const checked = await ask(
    db,
    `select conrelid::regclass::text || '.' || a.attname as name
       from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = any (conkey)
      where pg_get_constraintdef(pg_constraint.oid) like '%^enc%'`,
  )

  expect(checked.length).toBeGreaterThan(9)
  for (const { name } of checked)
    expect(
      sealedColumns.map((one) => `${one.table}.${one.name}`.replace(/^public\./, '')),
    ).toContain(String(name).replace(/^public\./, ''))
})

type Server = Awaited<ReturnType<typeof startServer>>
type Session = { access_token: string; refresh_token: string; user: { id: string } }

const PUBLISHABLE_KEY = 'sb_publishable_0123456789abcdefghij'

const startServer = (env: Record<string, string>) =>
  startTestServer({
    db,
    env: { PUBLISHABLE_KEY, AUTH_AUTOCONFIRM: 'true', ...env },
    atEnd: (end) => ends.unshift(end),
  })

const headers = (token = PUBLISHABLE_KEY) => ({
  apikey: PUBLISHABLE_KEY,
  authorization: `Bearer ${token}`,
})

async function post(server: Server, path: string, body: object): Promise<Session> {
  const answer = await fetch(`${server.url}/auth/v1${path}`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)

  return (await answer.json()) as Session
}

let people = 0

function signUp(server: Server): Promise<Session> {
  people += 1
  return post(server, '/signup', { email: `person-${people}@example.test`, password: PASSWORD })
}

const refresh = (server: Server, { refresh_token }: Session) =>
  post(server, '/token?grant_type=refresh_token', { refresh_token })

const statusOf = async (server: Server, token: string) =>
  (await fetch(`${server.url}/auth/v1/user`, { headers: headers(token) })).status

const keysInUse = async () => [
  ...new Set((await keyUsage(db, sealedColumns)).map(({ key }) => key)),
]
