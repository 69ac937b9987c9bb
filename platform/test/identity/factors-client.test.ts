import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { type FactorsServer, PASSWORD, STEP_MS, startFactors } from './factors-server.ts'

test('the official client sets up a factor, signs in with it and removes it', async () => {
  const server = await startFactors()
  const { user } = await server.newMember()
  const credentials = { email: user.email, password: PASSWORD }
  const auth = newClient(server)
  await auth.signInWithPassword(credentials)

  const before = await auth.mfa.getAuthenticatorAssuranceLevel()
  const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const factorId = enrolled.data?.id ?? ''
  const { qr_code, secret } = totpOf(enrolled.data)
  const challenged = await auth.mfa.challenge({ factorId })
  const verified = await auth.mfa.verify({
    factorId,
    challengeId: challenged.data?.id ?? '',
    code: server.codeOf(secret),
  })
  const after = await auth.mfa.getAuthenticatorAssuranceLevel()

  expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
  expect(challenged.data?.expires_at).toEqual(expect.any(Number))
  expect(verified.error).toBeNull()
  expect(after.data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
  })

  const later = newClient(server)
  await later.signInWithPassword(credentials)
  const pending = await later.mfa.getAuthenticatorAssuranceLevel()
  server.forward(STEP_MS)
  const second = await later.mfa.challengeAndVerify({ factorId, code: server.codeOf(secret) })
  const as = (await later.getSession()).data.session?.access_token ?? ''
  await server.post('/factors/recovery-codes', undefined, { as })
  const listed = await later.mfa.listFactors()
  await server.call('/factors/recovery-codes', { method: 'DELETE', as })
  const removed = await later.mfa.unenroll({ factorId })
  await later.refreshSession()
  const lowered = await later.mfa.getAuthenticatorAssuranceLevel()

  expect(pending.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  expect(second.error).toBeNull()
  expect(listed.data?.totp).toEqual([expect.objectContaining({ id: factorId })])
  expect(removed.data).toEqual({ id: factorId })
  expect(lowered.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
})

test('the official client gets the error’s code', async () => {
  const server = await startFactors()
  const { user } = await server.newMember()
  const auth = newClient(server)
  await auth.signInWithPassword({ email: user.email, password: PASSWORD })
  const { data } = await auth.mfa.enroll({ factorType: 'totp' })
  const factorId = data?.id ?? ''

  const wrong = await auth.mfa.challengeAndVerify({ factorId, code: '12345' })
  const again = await auth.mfa.enroll({ factorType: 'totp' })
  const phone = await auth.mfa.enroll({ factorType: 'phone', phone: '+15551234567' })

  expect([wrong, again, phone].map(({ error }) => error?.code)).toEqual([
    'mfa_verification_failed',
    'mfa_factor_name_conflict',
    'mfa_phone_enroll_not_enabled',
  ])
})

test('the official client’s admin sees, also after a rename, and removes factors', async () => {
  const server = await startFactors()
  const { user, access_token } = await server.newMember()
  const { id } = await server.enroll(access_token, 'Phone')
  const { admin } = newClient(server, server.keys.secret)

  const listed = await admin.mfa.listFactors({ userId: user.id })
  await server.admin(`/admin/users/${user.id}/factors/${id}`, {
    method: 'PUT',
    body: { friendly_name: 'Tablet' },
  })
  const renamed = await admin.mfa.listFactors({ userId: user.id })
  const removed = await admin.mfa.deleteFactor({ userId: user.id, id })
  const left = await admin.mfa.listFactors({ userId: user.id })

  expect(listed.data?.factors).toEqual([expect.objectContaining({ id, friendly_name: 'Phone' })])
  expect(renamed.data?.factors).toEqual([expect.objectContaining({ friendly_name: 'Tablet' })])
  expect(removed.error).toBeNull()
  expect(left.data?.factors).toEqual([])
})

function newClient({ url, keys }: FactorsServer, key = keys.publishable) {
  const client = createClient(url, key, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    // Node 20 has no WebSocket, so the client needs a substitute.
    realtime: { transport: class {} as never },
  })

  return client.auth
}

function totpOf(enrolled: object | null): { qr_code: string; secret: string } {
  return Object(enrolled).totp
}
