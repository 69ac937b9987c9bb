import { createHash } from 'node:crypto'
import type { SessionJson, UserJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import { type OAuthServer, startOAuth } from './oauth-server.ts'

const NONCE = 'chosen-by-the-client'
const HASHED = createHash('sha256').update(NONCE).digest('hex')
const JONAS = 'jonas@example.test'

test('an id token that a client got from Google itself is good for a session', async () => {
  const server = await startOAuth()
  const { id_token, access_token } = await fromGoogle(server, { nonce: HASHED })

  const { status, body } = await grant<SessionJson>(server, {
    id_token,
    access_token,
    nonce: NONCE,
  })

  expect(status).toBe(200)
  expect(body.user).toMatchObject({
    email: JONAS,
    email_confirmed_at: expect.any(String),
    identities: [{ provider: 'google', id: '100000000000000001003' }],
  })
  expect((await server.call('/user', { as: body.access_token })).status).toBe(200)
})

test('the account is found by Google’s id of the user', async () => {
  const server = await startOAuth()
  const first = await grant<SessionJson>(server, await fromGoogle(server))
  await server.sql(`update auth.users set email = 'moved@example.test'`)

  const second = await grant<SessionJson>(server, await fromGoogle(server))

  expect(second.body.user).toMatchObject({
    id: first.body.user.id,
    email: 'moved@example.test',
  })
})

test('an issuer and a client’s id say as much as a provider’s name', async () => {
  const server = await startOAuth()
  const { id_token } = await fromGoogle(server)

  const { status } = await grant(server, {
    provider: undefined,
    issuer: server.google.issuer,
    client_id: 'gitferry-local',
    id_token,
  })

  expect(status).toBe(200)
})

test('id tokens for our further clients are accepted, those for a third party’s are not', async () => {
  const server = await startOAuth({ env: { GOOGLE_CLIENT_ID: 'gitferry-local,gitferry-phone' } })

  const ours = await grant(server, await fromGoogle(server, { clientId: 'gitferry-phone' }))
  const theirs = await grant(server, await fromGoogle(server, { clientId: 'third-party' }))

  expect(ours.status).toBe(200)
  expect(theirs).toMatchObject({
    status: 400,
    body: {
      error: 'invalid request',
      error_description: 'Unacceptable audience in id_token: [third-party]',
    },
  })
})

test.each(['issuer', 'expired', 'signature'])(
  'an id token with a wrong %s is a bad one',
  async (fault) => {
    const server = await startOAuth()

    const answer = await grant(server, await fromGoogle(server, { fault }))

    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'invalid request', error_description: 'Bad ID token' },
    })
  },
)

test('an access token that does not belong to it makes it a bad one, too', async () => {
  const server = await startOAuth()
  const { id_token } = await fromGoogle(server)
  const { access_token } = await fromGoogle(server)

  const answer = await grant(server, { id_token, access_token })

  expect(answer.body).toEqual({ error: 'invalid request', error_description: 'Bad ID token' })
})

test('a nonce must be on both sides, and the same', async () => {
  const server = await startOAuth()
  const { id_token: withNonce } = await fromGoogle(server, { nonce: HASHED })
  const { id_token: without } = await fromGoogle(server)

  const answers = [
    await grant(server, { id_token: withNonce }),
    await grant(server, { id_token: without, nonce: NONCE }),
    await grant(server, { id_token: withNonce, nonce: HASHED }),
  ]

  const oneSided = 'Passed nonce and nonce in id_token should either both exist or not.'
  expect(answers.map(({ status, body }) => [status, body.error, body.error_description])).toEqual([
    [400, 'invalid request', oneSided],
    [400, 'invalid request', oneSided],
    [400, 'invalid nonce', 'Nonces mismatch'],
  ])
})

test('a malformed id token, or one of an unsupported provider, is refused', async () => {
  const server = await startOAuth()

  const answers = [
    await grant(server, {}),
    await grant(server, { provider: undefined, id_token: 'x' }),
    await grant(server, { id_token: 'x.y.z' }),
    await grant(server, { provider: 'github', id_token: 'x' }),
    await grant(server, { provider: 'apple', id_token: 'x' }),
    await grant(server, { provider: '__proto__', id_token: 'x' }),
    await grant(server, { id_token: 7 }),
  ]

  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(400))
  expect(answers.map(({ body }) => body.error ?? body.code)).toEqual([
    'invalid request',
    'invalid request',
    'invalid request',
    'validation_failed',
    'provider_disabled',
    'validation_failed',
    'bad_json',
  ])
})

test('Google has to be switched on', async () => {
  const server = await startOAuth({ env: { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' } })

  const answer = await grant(server, await fromGoogle(server))

  expect(answer).toMatchObject({
    status: 400,
    body: {
      code: 'provider_disabled',
      message: 'Provider (issuer "https://accounts.google.com") is not enabled',
    },
  })
})

test('when Google’s keys cannot be had, nothing is said against the token', async () => {
  const server = await startOAuth()
  const token = await fromGoogle(server)
  await server.google.control('POST', 'faults', { path: '/oauth2/v3/certs', status: 500, times: 9 })

  const answer = await grant(server, token)

  expect(answer).toMatchObject({ status: 503, body: { code: 'unexpected_failure' } })
})

test('an unverified address is proven by mail first', async () => {
  const server = await startOAuth({ withMail: true })

  const answer = await grant(server, await fromGoogle(server, { person: 'vera@example.test' }))

  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'provider_email_needs_verification' },
  })
  expect((await server.mailTo('vera@example.test')).link).toContain('type=signup')
})

test('a member links by id token; others are refused', async () => {
  const server = await startOAuth()
  const member = await server.member('member@example.test')
  const token = await fromGoogle(server)

  const unknownCaller = await grant(server, { ...token, link_identity: true })
  const linked = await grant<SessionJson>(server, { ...token, link_identity: true }, member.token)
  const again = await grant(server, { ...token, link_identity: true }, member.token)

  expect(unknownCaller).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
  expect(linked.body.user).toMatchObject({ id: member.id, email: 'member@example.test' })
  expect(linked.body.user.identities).toHaveLength(2)
  expect(again).toMatchObject({ status: 422, body: { code: 'identity_already_exists' } })
})

test('eight concurrent sign-ins with one id token create one account', async () => {
  const server = await startOAuth()
  const token = await fromGoogle(server)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => grant<{ user: UserJson }>(server, token)),
  )

  expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
})

const fromGoogle = async ({ google }: OAuthServer, parameters: Record<string, unknown> = {}) => {
  const body = { person: JONAS, clientId: 'gitferry-local', ...parameters }
  const reply = await google.control('POST', 'id-tokens', body)

  return (await reply.json()) as { id_token: string; access_token: string }
}

type Refusal = { code?: string; error?: string; error_description?: string }

/** Without a session, a client's bearer is the publishable key. */
const grant = <Body = Refusal>(server: OAuthServer, body: object, as = server.keys.publishable) =>
  server.post<Body>('/token?grant_type=id_token', { provider: 'google', ...body }, { as })
