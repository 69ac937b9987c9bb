import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { addMember, newAddress, PASSWORD } from './people.ts'

// The published client, unchanged, from the first visit to the last: what it reads is our contract.

test('a user signs up, confirms by the mail that arrived, and signs in again the next day', async () => {
  const auth = await startAuth({ withMail: true })
  const client = clientOf(auth)
  const email = newAddress()

  const signedUp = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: 'Ada' }, emailRedirectTo: `${auth.url}/dashboard` },
  })
  const early = await client.auth.signInWithPassword({ email, password: PASSWORD })
  const { code } = await auth.mailTo(email)
  const confirmed = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  await client.auth.signOut()
  const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD })
  const refreshed = await client.auth.refreshSession()
  const { data } = await client.auth.getUser()

  expect(signedUp.data.session).toBeNull()
  expect(signedUp.data.user?.identities).toHaveLength(1)
  expect(early.error).toMatchObject({ code: 'email_not_confirmed', message: 'Email not confirmed' })
  expect(confirmed.data.session?.access_token).toBeTruthy()
  expect(signedIn.error).toBeNull()
  expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token)
  expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada' } })
})

test('the client reads a token with the published keys, without asking who it is', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const client = clientOf(auth)
  await client.auth.signInWithPassword({ email, password: PASSWORD })

  const { data, error } = await client.auth.getClaims()

  expect(error).toBeNull()
  expect(data?.header.alg).toBe('ES256')
  expect(data?.claims).toMatchObject({ email, role: 'authenticated', aal: 'aal1' })
})

test('a forgotten password, a new address and a sign-out everywhere', async () => {
  const auth = await startAuth({ withMail: true })
  const { email } = await addMember(auth)
  const client = clientOf(auth)
  const elsewhere = clientOf(auth)
  await elsewhere.auth.signInWithPassword({ email, password: PASSWORD })

  const asked = await client.auth.resetPasswordForEmail(email)
  const recovery = await auth.mailTo(email)
  await client.auth.verifyOtp({ email, token: recovery.code, type: 'recovery' })
  const weak = await client.auth.updateUser({ password: '123' })
  const renewed = await client.auth.updateUser({ password: 'brand new 1' })
  const outside = await elsewhere.auth.getUser()

  const fresh = newAddress('fresh')
  const moving = await client.auth.updateUser({ email: fresh })
  const [old, next] = [await auth.mailTo(email), await auth.mailTo(fresh)]
  const first = await client.auth.verifyOtp({ email, token: old.code, type: 'email_change' })
  const second = await client.auth.verifyOtp({
    email: fresh,
    token: next.code,
    type: 'email_change',
  })
  const left = await client.auth.signOut({ scope: 'global' })

  expect(asked.error).toBeNull()
  expect(weak.error).toMatchObject({ code: 'weak_password', reasons: ['length'] })
  expect(renewed.error).toBeNull()
  expect(outside.error?.name).toBe('AuthSessionMissingError')
  expect(moving.data.user).toMatchObject({ email, new_email: fresh })
  expect(first).toMatchObject({ error: null, data: { user: null, session: null } })
  expect(second.data.user?.email).toBe(fresh)
  expect(left.error).toBeNull()
  expect(await auth.sql('select from auth.sessions')).toEqual([])
})

test('a PKCE client comes back from the mailed link with a code', async () => {
  const auth = await startAuth({ withMail: true })
  const client = clientOf(auth, { flowType: 'pkce' })
  const email = newAddress()
  await client.auth.signInWithOtp({ email, options: { emailRedirectTo: `${auth.url}/welcome` } })
  const { link } = await auth.mailTo(email)
  const place = (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? ''

  const { data, error } = await client.auth.exchangeCodeForSession(
    new URL(place).searchParams.get('code') ?? '',
  )

  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email })
})

test('the service key manages users: creates, lists, changes, invites, links and deletes', async () => {
  const auth = await startAuth({ withMail: true })
  const { admin } = clientOf(auth, {}, auth.keys.secret).auth
  const email = newAddress()

  const created = await admin.createUser({ email, user_metadata: { a: 1 } })
  const id = created.data.user?.id ?? ''
  const twice = await admin.createUser({ email })
  await admin.createUser({ email: newAddress() })
  const listed = await admin.listUsers({ page: 1, perPage: 1 })
  const changed = await admin.updateUserById(id, { email_confirm: true, app_metadata: { b: 2 } })
  const found = await admin.getUserById(id)
  const invited = await admin.inviteUserByEmail(newAddress(), { data: { team: 'blue' } })
  const linked = await admin.generateLink({
    type: 'recovery',
    email,
    options: { redirectTo: `${auth.url}/welcome` },
  })
  const deleted = await admin.deleteUser(id)
  const gone = await admin.getUserById(id)

  expect(created.data.user?.user_metadata).toEqual({ a: 1 })
  expect(twice.error?.code).toBe('email_exists')
  expect(listed.data).toMatchObject({ total: 2, nextPage: 2, lastPage: 2, aud: 'authenticated' })
  expect(changed.data.user?.email_confirmed_at).toBeTruthy()
  expect(found.data.user?.app_metadata).toMatchObject({ b: 2, provider: 'email' })
  expect(invited.data.user?.invited_at).toBeTruthy()
  expect(linked.data.properties).toMatchObject({
    verification_type: 'recovery',
    redirect_to: `${auth.url}/welcome`,
    email_otp: expect.stringMatching(/^\d{6}$/),
  })
  expect(linked.data.user?.email).toBe(email)
  expect(deleted.error).toBeNull()
  expect(gone.error).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('a service that holds a user’s token signs them out', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)
  const client = clientOf(auth)
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  const { admin } = clientOf(auth, {}, auth.keys.secret).auth

  const { error } = await admin.signOut(data.session?.access_token ?? '', 'global')
  const after = await client.auth.getUser()

  expect(error).toBeNull()
  expect(after.data.user).toBeNull()
})

/** Node 20 has no WebSocket, which the client requires even if it is not used. */
const realtime = { transport: class {} as never }

function clientOf(
  auth: AuthServer,
  options: SupabaseClientOptions<'public'>['auth'] = {},
  key = auth.keys.publishable,
) {
  return createClient(auth.url, key, {
    auth: { autoRefreshToken: false, persistSession: true, storage: memory(), ...options },
    realtime,
  })
}

function memory() {
  const kept = new Map<string, string>()

  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
