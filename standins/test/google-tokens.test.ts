import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { localClient } from '#google/memory.ts'
import { CALLBACK, PKCE, VERIFIER } from './open-github.ts'
import { openGoogle } from './open-google.ts'
import { readJwt } from './read-jwt.ts'
import { temporaryFolder } from './temporary-folder.ts'

const MINUTE_MS = 60_000

type Google = Awaited<ReturnType<typeof openGoogle>>

test('a code is exchanged for tokens and a signed id token', async () => {
  const google = await openGoogle()
  const code = await google.codeFor('lena@lanternworks.test', { ...PKCE, nonce: 'the-nonce' })

  const answer = await google.tokensFor({ code, code_verifier: VERIFIER })
  const { alg, isSigned, claims } = await read(google, answer.id_token)

  expect(answer).toMatchObject({
    access_token: expect.stringMatching(/^ya29\./),
    expires_in: 3599,
    scope: 'openid email profile',
    token_type: 'Bearer',
  })
  expect([alg, isSigned]).toEqual(['RS256', true])
  expect(claims).toEqual({
    iss: google.issuer,
    azp: 'gitferry-local',
    aud: 'gitferry-local',
    sub: '100000000000000001004',
    email: 'lena@lanternworks.test',
    email_verified: true,
    name: 'Lena Park',
    given_name: 'Lena',
    family_name: 'Park',
    picture: `${google.issuer}/avatars/100000000000000001004`,
    at_hash: createHash('sha256')
      .update(answer.access_token)
      .digest()
      .subarray(0, 16)
      .toString('base64url'),
    nonce: 'the-nonce',
    iat: expect.any(Number),
    exp: claims.iat + 3600,
  })
})

test('an address that was never verified is told as such', async () => {
  const google = await openGoogle()

  const { id_token: idToken } = await google.signIn('vera@example.test')

  expect((await read(google, idToken)).claims).toMatchObject({ email_verified: false })
})

test('the id token’s claims are limited by the scopes', async () => {
  const google = await openGoogle()

  const lean = await google.signIn('jonas@example.test', { scope: 'openid' })
  const none = await google.signIn('jonas@example.test', { scope: 'email' })

  expect((await read(google, lean.id_token)).claims).not.toHaveProperty('email')
  expect((await read(google, lean.id_token)).claims).not.toHaveProperty('name')
  expect(none).not.toHaveProperty('id_token')
})

test.each([
  [{ code: 'wrong' }, 400, 'invalid_grant'],
  [{ code: '' }, 400, 'invalid_request'],
  [{ client_secret: 'wrong' }, 401, 'invalid_client'],
  [{ client_id: 'nobody' }, 401, 'invalid_client'],
  [{ redirect_uri: `${CALLBACK}/more` }, 400, 'redirect_uri_mismatch'],
  [{ code_verifier: 'wrong' }, 400, 'invalid_grant'],
  [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
])('%j is refused with a status that says so', async (parameters, status, error) => {
  const google = await openGoogle()
  const code = await google.codeFor('jonas@example.test', PKCE)

  const reply = await google.exchange({ code, code_verifier: VERIFIER, ...parameters })

  expect(reply.status).toBe(status)
  expect(await reply.json()).toEqual({ error, error_description: expect.any(String) })
})

test('a client may authenticate in the header instead', async () => {
  const google = await openGoogle()
  const { clientId, clientSecret } = localClient
  const proof = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')

  const reply = await fetch(`${google.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${proof}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: await google.codeFor('jonas@example.test'),
      redirect_uri: CALLBACK,
    }),
  })

  expect(reply.status).toBe(200)
})

test('a code is good once, and for ten minutes', async () => {
  const google = await openGoogle()
  const used = await google.codeFor('jonas@example.test')
  const late = await google.codeFor('jonas@example.test')

  const first = await google.tokensFor({ code: used })
  const second = await google.tokensFor({ code: used })
  await google.control('PUT', 'clock', { offsetMs: 11 * MINUTE_MS })
  const tooLate = await google.tokensFor({ code: late })

  expect(first).toHaveProperty('access_token')
  expect([second.error, tooLate.error]).toEqual(['invalid_grant', 'invalid_grant'])
})

test('after key rotation the new key signs, and the old one is still published', async () => {
  const google = await openGoogle()
  const before = await google.signIn('jonas@example.test')

  await google.control('POST', 'keys', {})
  const after = await google.signIn('jonas@example.test')

  const [old, fresh] = [await read(google, before.id_token), await read(google, after.id_token)]
  expect([old.isSigned, fresh.isSigned]).toEqual([true, true])
  expect(fresh.kid).not.toBe(old.kid)
})

test('an old key can be dropped', async () => {
  const google = await openGoogle()
  const before = await google.signIn('jonas@example.test')

  await google.control('POST', 'keys', { dropsOld: true })

  expect((await read(google, before.id_token)).isSigned).toBe(false)
})

test.each([
  ['audience', { aud: 'somebody-else' }],
  ['party', { aud: ['gitferry-local', 'somebody-else'], azp: 'somebody-else' }],
  ['issuer', { iss: 'https://accounts.example.test' }],
  ['nonce', { nonce: 'not-the-nonce-that-was-sent' }],
])('an id token with a wrong %s can be injected, once', async (kind, wrong) => {
  const google = await openGoogle()
  await google.control('POST', 'id-token-faults', { kind })

  const bad = await google.signIn('jonas@example.test', { nonce: 'the-nonce' })
  const good = await google.signIn('jonas@example.test', { nonce: 'the-nonce' })

  expect((await read(google, bad.id_token)).claims).toMatchObject(wrong)
  expect((await read(google, good.id_token)).claims).not.toMatchObject(wrong)
})

test('so can an expired one, and a forged one', async () => {
  const google = await openGoogle()
  await google.control('POST', 'id-token-faults', { kind: 'expired' })
  await google.control('POST', 'id-token-faults', { kind: 'signature' })

  const over = await read(google, (await google.signIn('jonas@example.test')).id_token)
  const forged = await read(google, (await google.signIn('jonas@example.test')).id_token)

  expect([over.isSigned, over.claims.exp * 1000 < Date.now()]).toEqual([true, true])
  expect(forged.isSigned).toBe(false)
})

test.each([{ kind: 'mood' }, { kind: 'issuer', times: 0 }, {}])(
  'the fault %j is refused',
  async (input) => {
    const google = await openGoogle()

    expect((await google.control('POST', 'id-token-faults', input)).status).toBe(400)
  },
)

test('a statement can be had without the page, as Google’s own button makes it', async () => {
  const google = await openGoogle()

  const reply = await google.control('POST', 'id-tokens', {
    person: 'jonas@example.test',
    clientId: 'gitferry-local',
    nonce: 'hashed',
  })
  const { id_token: idToken } = (await reply.json()) as { id_token: string }

  expect((await read(google, idToken)).claims).toMatchObject({ nonce: 'hashed' })
})

test('keys survive a restart and a reset', async () => {
  const dataDir = await temporaryFolder()
  const before = await openGoogle(dataDir)
  const { id_token: idToken } = await before.signIn('jonas@example.test')

  await before.close()
  const after = await openGoogle(dataDir)
  await after.control('POST', 'reset')

  expect((await read(after, idToken)).isSigned).toBe(true)
})

const read = ({ issuer }: Google, idToken: string) => readJwt(idToken, `${issuer}/oauth2/v3/certs`)
