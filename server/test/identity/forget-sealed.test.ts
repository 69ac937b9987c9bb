import { theServer } from '@app/platform/db/database.ts'
import { keyring } from '@app/platform/sealing/keyring.ts'
import { startAuthOn } from '@app/platform/test/auth-server.ts'
import { freshLocation, openLocation } from '@app/platform/test/fresh-database.ts'
import {
  memberWithFactor,
  PASSWORD,
  startFactorsOn,
} from '@app/platform/test/identity/factors-server.ts'
import type { TestServerOptions } from '@app/platform/test/test-server.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keyCommands } from '#compose/key-commands.ts'
import { startAuth } from '#test/auth-server.ts'
import { startTestServer } from '#test/test-server.ts'

const KEYS = { k1: Buffer.alloc(32, 31), k2: Buffer.alloc(32, 32) }
const listed = (id: keyof typeof KEYS) => `${id}:${KEYS[id].toString('base64')}`

test('what a lost key sealed is cleared once an operator says so, and its owners are told', async () => {
  const location = await freshLocation()
  const env =
    location.kind === 'embedded' ? { DATA_DIR: location.dataDir } : { DATABASE_URL: location.url }
  const ends: (() => void | Promise<void>)[] = []
  const db = await openLocation(location, (end) => void ends.unshift(end))
  const start = (options: TestServerOptions) =>
    startTestServer({ ...options, atEnd: (end) => void ends.unshift(end) })
  const before = await startFactorsOn((options) => startAuthOn(start, options), {
    db,
    env: { APP_ENCRYPTION_KEYS: listed('k1') },
  })
  const owner = await memberWithFactor(before)
  const { user: other } = await before.newMember()
  await db.ask(theServer, {
    text: `insert into public.github_integrations (user_id, installation_id, access_token, refresh_token, expires_at)
           values ($1, 7, $2, $3, now() + interval '1 day')`,
    values: [other.id, ...['access_token', 'refresh_token'].map((half) => sealed(half, other.id))],
  })
  await before.post('/factors/recovery-codes', {}, { as: owner.token })
  for (const end of ends) await end()
  for (const [name, value] of Object.entries({ ...env, APP_ENCRYPTION_KEYS: listed('k2') }))
    vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const forget = (...args: string[]) => keyCommands['forget-sealed'].run(args)

  await expect(forget('--yes')).rejects.toThrow('its key k1 is missing or another one')
  await keyCommands['adopt-keys'].run()
  const counted = await forget()
  const again = await forget()
  const done = await forget('--yes')

  expect(counted).toMatch(/^k1 {2}auth\.sessions\.refresh_key_sealed {2}\d+$/m)
  expect(counted).toContain('k1  auth.mfa_factors.secret_sealed  1')
  expect(counted).toContain('k1  public.github_integrations.access_token  1')
  expect(again).toBe(counted)
  expect(done).toMatch(/^\d+ cleared, 2 mails queued\.$/)
  expect(await forget()).toBe('Everything that is sealed opens with the present keys.')

  const after = await startFactorsOn(startAuth, {
    db: await openLocation(location, onTestFinished),
    env: { APP_ENCRYPTION_KEYS: listed('k2') },
  })
  const signedIn = await after.post<{ user: object }>('/token?grant_type=password', {
    email: owner.email,
    password: PASSWORD,
  })
  expect(signedIn.status).toBe(200)
  expect(signedIn.body.user).not.toHaveProperty('factors')
  expect(
    await after.sql('select access_token, refresh_token from public.github_integrations'),
  ).toEqual([{ access_token: null, refresh_token: null }])
  expect(
    await after.sql(
      `select template, to_address from ops.mail_outbox where template = 'secret_lost' order by to_address = $1`,
      [owner.email],
    ),
  ).toEqual([
    { template: 'secret_lost', to_address: other.email },
    { template: 'secret_lost', to_address: owner.email },
  ])
}, 60_000)

const sealed = (half: string, id: string) =>
  keyring([{ id: 'k1', bytes: KEYS.k1 }]).seal('ghu_secret', `github_integrations|${half}|${id}`)
