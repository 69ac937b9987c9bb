// Over both databases: credentials are JSON, and every decision is made under the account's lock.
import { randomUUID } from 'node:crypto'
import type { CreationOptionsJson, RequestOptionsJson } from '@app/contract/webauthn'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import {
  claimsOf,
  MINUTE_MS,
  memberWithFactor,
  ok,
  PASSWORD,
  refusal,
  type Session,
} from './factors-server.ts'
import { memberWithPasskey, type PasskeysServer, startSharedPasskeys } from './passkeys-server.ts'
import { type Said, type SoftAuthenticator, softAuthenticator } from './soft-authenticator.ts'

const shared = forThisFile(startSharedPasskeys({}))

test('the official client enrols a security key, signs in with it and removes it', async () => {
  const server = shared()
  const { user } = await server.newMember()
  const credentials = { email: user.email, password: PASSWORD }
  const key = softAuthenticator()
  const auth = newClient(server)
  await auth.signInWithPassword(credentials)

  const enrolled = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: '' })
  const factorId = enrolled.data?.id ?? ''
  const created = await answer(auth, factorId, key)
  const later = newClient(server)
  await later.signInWithPassword(credentials)
  const before = await later.mfa.getAuthenticatorAssuranceLevel()
  const used = await answer(later, factorId, key)
  const after = await later.mfa.getAuthenticatorAssuranceLevel()
  const listed = await later.mfa.listFactors()
  const removed = await later.mfa.unenroll({ factorId })

  expect(enrolled.data).toEqual({ id: factorId, type: 'webauthn', friendly_name: '' })
  expect([created.error, used.error]).toEqual([null, null])
  expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  expect(after.data).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  })
  expect(listed.data?.webauthn).toEqual([expect.objectContaining({ id: factorId })])
  expect(removed.data).toEqual({ id: factorId })
})

test('a key that was only begun is removed at aal1', async () => {
  const server = shared()
  const { user } = await server.newMember()
  const auth = newClient(server)
  await auth.signInWithPassword({ email: user.email, password: PASSWORD })
  const { data } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })

  const removed = await auth.mfa.unenroll({ factorId: data?.id ?? '' })

  expect(removed.error).toBeNull()
})

test('a challenge says first how to create a credential, then which one to use', async () => {
  const server = shared()
  const { key: passkey, token, email } = await memberWithPasskey(server)
  const factor = await enroll(server, token)
  const key = softAuthenticator()

  const first = await challenge(server, token, factor)
  const { access_token } = ok(await prove(server, token, factor, key))
  const second = await challenge(server, access_token, factor)

  expect(first).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } })
  expect(first.webauthn.credential_options.publicKey).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    excludeCredentials: [{ id: passkey.id }],
  })
  expect(second.webauthn).toMatchObject({
    type: 'request',
    credential_options: {
      publicKey: { rpId: 'localhost', allowCredentials: [{ id: key.id }] },
    },
  })
})

test('apps and keys stand side by side, and each raises a session', async () => {
  const server = shared()
  const { token, email } = await memberWithFactor(server, 'App')
  const one = softAuthenticator()
  const other = softAuthenticator()
  const first = await enroll(server, token, 'One')
  const raised = ok(await prove(server, token, first, one)).access_token
  const second = await enroll(server, raised, 'Other')
  await prove(server, raised, second, other)

  const levels: string[] = []
  for (const [factor, key] of [
    [first, one],
    [second, other],
  ] as const) {
    const { access_token } = await server.signIn(email)
    levels.push(claimsOf(ok(await prove(server, access_token, factor, key)).access_token).aal)
  }
  const swapped = await prove(server, (await server.signIn(email)).access_token, first, other)

  expect(levels).toEqual(['aal2', 'aal2'])
  expect(refusal(swapped)).toBe('422 mfa_verification_failed')
})

test('a key needs no verified user, but everything else must be true', async () => {
  const server = shared()
  const { factor, key, email } = await memberWithKey(server)
  const answerWith = async (lies: Said) => {
    const { access_token } = await server.signIn(email)
    return refusal(await prove(server, access_token, factor, key, lies))
  }

  expect({
    'without user verification': await answerWith({ isVerified: false }),
    'another origin': await answerWith({ origin: 'https://evil.example' }),
    'another rp id': await answerWith({ rpId: 'evil.example' }),
    'a frame': await answerWith({ crossOrigin: true }),
    'nobody present': await answerWith({ isPresent: false }),
    'another challenge': await answerWith({ challenge: 'AAAA' }),
    'a counter that went back': await answerWith({ counter: 0 }),
  }).toEqual({
    'without user verification': '200 no code',
    'another origin': '422 mfa_verification_failed',
    'another rp id': '422 mfa_verification_failed',
    'a frame': '422 mfa_verification_failed',
    'nobody present': '422 mfa_verification_failed',
    'another challenge': '422 mfa_verification_failed',
    'a counter that went back': '422 mfa_verification_failed',
  })
})

test('a challenge of a key is used once, in time, by its owner and from its network', async () => {
  const server = shared()
  const { factor, key, email, token } = await memberWithKey(server)
  const stranger = await memberWithKey(server)
  const { access_token: as } = await server.signIn(email)
  const asked = await challenge(server, as, factor)
  const credential_response = key.get(publicKeyOf(asked))
  const path = `/factors/${factor}/verify`
  const body = { challenge_id: asked.id, webauthn: { type: 'request', credential_response } }

  const elsewhere = await server.post(path, body, { as, from: '203.0.113.9' })
  const byStranger = await server.post(path, body, { as: stranger.token })
  const first = await server.post(path, body, { as })
  const again = await server.post(path, body, { as })
  const late = await challenge(server, token, factor)
  server.forward(5 * MINUTE_MS + 1)
  const tooLate = await answerTo(server, token, factor, late, key.get(publicKeyOf(late)))

  expect([elsewhere, byStranger, first, again, tooLate].map(refusal)).toEqual([
    '422 mfa_ip_address_mismatch',
    '404 mfa_factor_not_found',
    '200 no code',
    '422 mfa_ip_address_mismatch',
    '422 mfa_challenge_expired',
  ])
})

test('answers of the wrong form or ceremony are refused', async () => {
  const server = shared()
  const { factor, key, token } = await memberWithKey(server)
  const app = await server.enroll(token, 'App')
  const asked = await challenge(server, token, factor)
  const challenge_id = asked.id
  const created = key.create({ ...publicKeyOf(asked), user: { id: 'AAAA' } })
  const post = async (id: string, body: unknown) =>
    refusal(await server.post(`/factors/${id}/verify`, body, { as: token }))

  expect({
    nothing: await post(factor, { challenge_id }),
    'a code': await post(factor, { challenge_id, code: '123456' }),
    'no credential': await post(factor, { challenge_id, webauthn: { type: 'request' } }),
    'another ceremony': await post(factor, {
      challenge_id,
      webauthn: { type: 'create', credential_response: created },
    }),
    'no ceremony': await post(factor, {
      challenge_id,
      webauthn: { type: 'steal', credential_response: created },
    }),
    'a key for an app': await post(app.id, {
      challenge_id: await server.challenge(token, app.id),
      webauthn: { type: 'request', credential_response: key.get(publicKeyOf(asked)) },
    }),
    'an unknown factor': await post(randomUUID(), {
      challenge_id,
      webauthn: { type: 'request', credential_response: key.get(publicKeyOf(asked)) },
    }),
  }).toEqual({
    nothing: '400 validation_failed',
    'a code': '400 validation_failed',
    'no credential': '400 validation_failed',
    'another ceremony': '400 validation_failed',
    'no ceremony': '400 validation_failed',
    'a key for an app': '400 validation_failed',
    'an unknown factor': '404 mfa_factor_not_found',
  })
})

test('ten wrong answers lock keys for 15 minutes, and apps not', async () => {
  const server = shared()
  const { factor, key, token, email } = await memberWithKey(server)
  const app = await server.enroll(token, 'App')
  const { access_token: as } = await server.signIn(email)
  for (let n = 0; n < 10; n++)
    await prove(server, as, factor, key, { origin: 'https://evil.example' })

  const locked = await prove(server, as, factor, key)
  const code = server.codeOf(app.secret)
  const challenge_id = await server.challenge(token, app.id)
  const byApp = await server.post(
    `/factors/${app.id}/verify`,
    { challenge_id, code },
    { as: token },
  )
  server.forward(15 * MINUTE_MS)
  const later = await prove(server, (await server.signIn(email)).access_token, factor, key)

  expect([locked, byApp, later].map(refusal)).toEqual([
    '429 over_request_rate_limit',
    '200 no code',
    '200 no code',
  ])
})

test('a verified key removes others that were only begun', async () => {
  const server = shared()
  const { access_token: as } = await server.newMember()
  await enroll(server, as, 'Begun')
  const factor = await enroll(server, as, 'Finished')

  const { user } = ok(await prove(server, as, factor, softAuthenticator()))

  expect(user.factors).toEqual([
    expect.objectContaining({ friendly_name: 'Finished', factor_type: 'webauthn' }),
  ])
  expect(JSON.stringify(user)).not.toContain('publicKey')
})

type Asked = {
  id: string
  type: string
  webauthn: {
    type: 'create' | 'request'
    credential_options: { publicKey: CreationOptionsJson & RequestOptionsJson }
  }
}

const publicKeyOf = ({ webauthn }: Asked) => webauthn.credential_options.publicKey

const enroll = async ({ post }: PasskeysServer, as: string, friendly_name = '') =>
  ok(await post<{ id: string }>('/factors', { factor_type: 'webauthn', friendly_name }, { as })).id

// The client sends its own rp id, which the server ignores.
const challenge = async ({ post }: PasskeysServer, as: string, factorId: string) =>
  ok(
    await post<Asked>(
      `/factors/${factorId}/challenge`,
      { webauthn: { rpId: 'evil.example', rpOrigins: ['https://evil.example'] } },
      { as },
    ),
  )

const answerTo = (
  { post }: PasskeysServer,
  as: string,
  factorId: string,
  { id: challenge_id, webauthn: { type } }: Asked,
  credential_response: object,
) =>
  post<Session>(
    `/factors/${factorId}/verify`,
    { challenge_id, webauthn: { type, credential_response } },
    { as },
  )

/** Challenges the factor and answers with the key, which may lie. */
async function prove(
  server: PasskeysServer,
  as: string,
  factorId: string,
  key: SoftAuthenticator,
  lies?: Said,
) {
  const asked = await challenge(server, as, factorId)
  const options = publicKeyOf(asked)
  const credential =
    asked.webauthn.type === 'create' ? key.create(options, lies) : key.get(options, lies)

  return answerTo(server, as, factorId, asked, credential)
}

async function memberWithKey(server: PasskeysServer) {
  const { access_token, user } = await server.newMember()
  const factor = await enroll(server, access_token)
  const key = softAuthenticator()
  const session = ok(await prove(server, access_token, factor, key))

  return { factor, key, token: session.access_token, email: user.email }
}

type Auth = ReturnType<typeof newClient>

/** Challenges and verifies as the client's own helpers do in a browser, whose part the authenticator plays. */
async function answer(auth: Auth, factorId: string, key: SoftAuthenticator) {
  const webauthn = { rpId: 'localhost', rpOrigins: ['http://localhost:5173'] }
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn })
  if (data?.type !== 'webauthn') throw error
  const { type, credential_options } = data.webauthn
  const options = inText(credential_options.publicKey)
  const credential = type === 'create' ? key.create(options) : key.get(options)

  return auth.mfa.verify({
    factorId,
    challengeId: data.id,
    webauthn: { ...webauthn, type, credential_response: { toJSON: () => credential } } as never,
  })
}

/** The client has turned the challenge and the user's id into bytes. */
function inText(options: object): CreationOptionsJson & RequestOptionsJson {
  const { challenge, user } = Object(options)
  const text = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url')

  return { ...Object(options), challenge: text(challenge), user: { id: user ? text(user.id) : '' } }
}

function newClient({ url, keys }: PasskeysServer) {
  const client = createClient(url, keys.publishable, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    // Node 20 has no WebSocket, so the client needs a substitute.
    realtime: { transport: class {} as never },
  })

  return client.auth
}
