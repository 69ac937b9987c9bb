import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { revokeSessions } from '@app/platform/identity/admin/revoke-sessions.ts'
import { identityOf } from '@app/platform/test/identity/open-test-identity.ts'
import {
  addMember,
  memberWithSession,
  newAddress,
  outcome,
  signIn,
} from '@app/platform/test/identity/people.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config/read-config.ts'
import { createAdmin } from '#members/create-admin.ts'
import { startAuth } from '#test/auth-server.ts'
import { runOperate } from '#test/programs/run-operate.ts'
import { startTestServer } from '#test/test-server.ts'

test('an operator creates the first admin, who gets a link for choosing a password', async () => {
  const auth = await startAuth()
  const email = newAddress('boss')

  const { link } = await createAdmin(await identityOf(auth), email.toUpperCase())
  const opened = await fetch(link, { redirect: 'manual' })

  const [place = '', fragment] = (opened.headers.get('location') ?? '').split('#')
  expect(place).toBe(`${auth.url}/settings?tab=security`)
  expect(new URLSearchParams(fragment).get('type')).toBe('recovery')
  expect(await auth.sql('select email, role from public.users')).toEqual([{ email, role: 'admin' }])
})

test('a member who is made an admin keeps their account and their password', async () => {
  const auth = await startAuth()
  const { id, email } = await addMember(auth)

  await createAdmin(await identityOf(auth), email)

  await signIn(auth, email)
  expect(await auth.sql('select id, role from public.users')).toEqual([{ id, role: 'admin' }])
})

test('an operator ends all sessions of a user', async () => {
  const auth = await startAuth()
  const { email, session } = await memberWithSession(auth)
  await signIn(auth, email)
  const identity = await identityOf(auth)

  expect(await revokeSessions(identity, email)).toBe(2)
  expect(outcome(await auth.call('/user', { as: session.access_token }))).toBe(
    '403 session_not_found',
  )
  await expect(revokeSessions(identity, 'ghost@example.test')).rejects.toThrow('User not found')
})

test('keys are printed, and those of yesterday hold after the signing key was rotated', async () => {
  const env = { DATA_DIR: folder() }
  const printed = Object.fromEntries(
    (await runOperate(env, 'keys')).split('\n').map((line) => line.split(/=(.*)/s)),
  )

  await runOperate(env, 'rotate-signing-key')
  const { url } = await startTestServer({ env })
  const ask = async (apikey: string, path: string) => {
    const headers = { apikey, authorization: `Bearer ${apikey}` }
    return (await fetch(`${url}/auth/v1${path}`, { headers })).status
  }

  expect(Object.keys(printed)).toEqual([
    'PUBLISHABLE_KEY',
    'SECRET_KEY',
    'ANON_KEY',
    'SERVICE_ROLE_KEY',
  ])
  for (const name of ['PUBLISHABLE_KEY', 'ANON_KEY']) {
    expect([name, await ask(printed[name], '/settings')]).toEqual([name, 200])
    expect([name, await ask(printed[name], '/admin/users')]).toEqual([name, 403])
  }
  for (const name of ['SECRET_KEY', 'SERVICE_ROLE_KEY']) {
    expect([name, await ask(printed[name], '/admin/users')]).toEqual([name, 200])
  }
}, 60_000)

test('where keys come from the environment, the new set is handed to the operator', async () => {
  const JWT_SECRET = 'a-secret-of-more-than-thirty-two-characters'

  const said = await runOperate({ DATA_DIR: folder(), JWT_SECRET }, 'rotate-signing-key')

  const JWT_KEYS = /^JWT_KEYS=([\w-]+)$/m.exec(said)?.[1] ?? ''
  expect(readConfig({ JWT_KEYS }).auth.keys.jwtKeys).toEqual([
    expect.objectContaining({ alg: 'ES256', key_ops: ['sign', 'verify'] }),
  ])
}, 60_000)

test('an unknown command is answered with the known ones', async () => {
  const complaint = await runOperate({ DATA_DIR: folder() }, 'dance').catch(
    (error: { stderr: string }) => error.stderr,
  )

  expect(complaint).toMatch(/^Commands:\n.*create-admin <email>/s)
}, 60_000)

/** The identity service as a command opens it, over the same database and with the same keys. */
function folder() {
  const path = mkdtempSync(join(tmpdir(), 'gitferry-operate-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))

  return path
}
