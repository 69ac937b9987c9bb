// Over both databases: credentials are bytes, and a challenge is used once by a constraint.
import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import { PASSWORD } from './factors-server.ts'
import { type PasskeysServer, startSharedPasskeys } from './passkeys-server.ts'
import { softAuthenticator } from './soft-authenticator.ts'

const shared = forThisFile(startSharedPasskeys({}))

// The cases of the official client's own live tests, which send the same payloads.

const NIL = '00000000-0000-0000-0000-000000000000'

test('a registration begins with what a browser needs to create a passkey', async () => {
  const { auth } = await signedIn()

  const { data, error } = await auth.passkey.startRegistration()

  expect(error).toBeNull()
  expect(data).toMatchObject({ challenge_id: expect.any(String), expires_at: expect.any(Number) })
  expect(data?.options).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  })
  expect(data?.options.pubKeyCredParams).toContainEqual({ type: 'public-key', alg: -7 })
})

test('a registration needs a session and a challenge of ours', async () => {
  const { server, auth } = await signedIn()
  const key = softAuthenticator()

  const nobody = await newClient(server).passkey.startRegistration()
  const started = await auth.passkey.startRegistration()
  const unknown = await auth.passkey.verifyRegistration({
    challengeId: NIL,
    credential: key.create(optionsOf(started)) as never,
  })

  expect(nobody.error?.name).toBe('AuthSessionMissingError')
  expect(unknown.error).toMatchObject({ code: 'webauthn_challenge_not_found', status: 400 })
})

test('passkeys are registered, listed, renamed and removed', async () => {
  const { auth } = await signedIn()
  const { key, passkey } = await registered(auth)

  const listed = await auth.passkey.list()
  const renamed = await auth.passkey.update({ passkeyId: passkey.id, friendlyName: 'Laptop' })
  const unknown = await auth.passkey.update({ passkeyId: randomUUID(), friendlyName: 'x' })
  const removed = await auth.passkey.delete({ passkeyId: passkey.id })
  const left = await auth.passkey.list()

  expect(passkey).toMatchObject({ friendly_name: 'Passkey', created_at: expect.any(String) })
  expect(listed.data).toEqual([
    { ...passkey, friendly_name: 'Passkey', credential_id: key.id, backed_up: false },
  ])
  expect(renamed.data).toMatchObject({ id: passkey.id, friendly_name: 'Laptop' })
  expect(unknown.error).toMatchObject({ status: 404, code: 'validation_failed' })
  expect(removed.error).toBeNull()
  expect(left.data).toEqual([])
})

test('a sign-in in two steps opens a session at aal2, and only once', async () => {
  const { server, auth } = await signedIn()
  const { key } = await registered(auth)
  const visitor = newClient(server)

  const started = await visitor.passkey.startAuthentication()
  const answer = {
    challengeId: started.data?.challenge_id ?? '',
    credential: key.get(optionsOf(started)) as never,
  }
  const signed = await visitor.passkey.verifyAuthentication(answer)
  const replayed = await visitor.passkey.verifyAuthentication(answer)
  const level = await visitor.mfa.getAuthenticatorAssuranceLevel()

  expect(started.data?.options).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [],
    userVerification: 'required',
  })
  expect(signed.error).toBeNull()
  expect(signed.data?.session?.access_token).toEqual(expect.any(String))
  expect(signed.data?.user?.id).toBe((await auth.getUser()).data.user?.id)
  expect(replayed.error?.code).toBe('webauthn_challenge_not_found')
  expect(level.data).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'passkey' }],
  })
  expect((await auth.passkey.list()).data?.[0]?.last_used_at).toEqual(expect.any(String))
})

test('an authenticator that nobody registered, or that was removed, signs nobody in', async () => {
  const { server, auth } = await signedIn()
  const { key, passkey } = await registered(auth)
  const unregistered = softAuthenticator()
  unregistered.create(optionsOf(await auth.passkey.startRegistration()))
  await auth.passkey.delete({ passkeyId: passkey.id })
  const visitor = newClient(server)
  const signInWith = async (one: typeof key) => {
    const started = await visitor.passkey.startAuthentication()
    return visitor.passkey.verifyAuthentication({
      challengeId: started.data?.challenge_id ?? '',
      credential: one.get(optionsOf(started)) as never,
    })
  }

  expect((await signInWith(unregistered)).error?.code).toBe('webauthn_verification_failed')
  expect((await signInWith(key)).error?.code).toBe('webauthn_verification_failed')
})

test('an admin lists and removes a user’s passkeys', async () => {
  const { server, auth, user } = await signedIn()
  const { passkey } = await registered(auth)
  const { admin } = newClient(server, server.keys.secret)

  const listed = await admin.passkey.listPasskeys({ userId: user.id })
  const removed = await admin.passkey.deletePasskey({ userId: user.id, passkeyId: passkey.id })
  const left = await admin.passkey.listPasskeys({ userId: user.id })
  const nobody = await admin.passkey.listPasskeys({ userId: randomUUID() })

  expect(listed.data).toEqual([expect.objectContaining({ id: passkey.id })])
  expect(removed.error).toBeNull()
  expect(left.data).toEqual([])
  expect(nobody.error?.code).toBe('user_not_found')
})

type Auth = ReturnType<typeof newClient>

async function signedIn() {
  const server = shared()
  const { user } = await server.newMember()
  const auth = newClient(server)
  await auth.signInWithPassword({ email: user.email, password: PASSWORD })

  return { server, auth, user }
}

async function registered(auth: Auth) {
  const key = softAuthenticator()
  const started = await auth.passkey.startRegistration()
  const { data, error } = await auth.passkey.verifyRegistration({
    challengeId: started.data?.challenge_id ?? '',
    credential: key.create(optionsOf(started)) as never,
  })
  if (!data) throw error

  return { key, passkey: data }
}

/** The client types options as the browser's, whose fields the authenticator reads as text. */
const optionsOf = ({ data }: { data: object | null }) => Object(data).options

function newClient({ url, keys }: PasskeysServer, key = keys.publishable) {
  const client = createClient(url, key, {
    auth: {
      autoRefreshToken: false,
      persistSession: false,
      detectSessionInUrl: false,
      experimental: { passkey: true },
    },
    // Node 20 has no WebSocket, so the client needs a substitute.
    realtime: { transport: class {} as never },
  })

  return client.auth
}
