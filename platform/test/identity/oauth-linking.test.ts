import type { UserJson } from '@app/contract/identity'
import { expect, test } from 'vitest'
import {
  answerProvider,
  arrive,
  type OAuthServer,
  PKCE,
  startOAuth,
  tokenOf,
} from './oauth-server.ts'

const JONAS = { provider: 'github', person: 'jonas-weber' } as const
const JONAS_AT_GOOGLE = { provider: 'google', person: 'jonas@example.test' } as const
const SOFIA = { provider: 'github', person: 'sofia-lind' } as const
const LENA = { provider: 'google', person: 'lena@lanternworks.test' } as const
const VERA = { provider: 'google', person: 'vera@example.test' } as const

test('a verified address resolves to the account that has it, once, and its owner is notified', async () => {
  const server = await startOAuth({ withMail: true })
  const member = await server.member('jonas@example.test', { user_metadata: { plan: 'kept' } })

  const first = await server.signIn(JONAS)
  const second = await server.signIn(JONAS)

  const user = await userOf(server, tokenOf(first))
  expect(user).toMatchObject({
    id: member.id,
    app_metadata: { provider: 'email', providers: ['email', 'github'] },
    user_metadata: { plan: 'kept', full_name: 'Jonas Weber' },
  })
  expect(
    (await userOf(server, tokenOf(second))).identities.map(({ provider }) => provider),
  ).toEqual(['email', 'github'])
  const mails = await server.mailsTo('jonas@example.test')
  expect(mails.map(({ subject }) => subject)).toEqual(['A way to sign in was added'])
  expect(mails[0]?.text).toContain('with GitHub')
  expect((await password(server, 'jonas@example.test')).status).toBe(200)
})

test('two providers with one verified address are one account', async () => {
  const server = await startOAuth()

  const github = await userOf(server, tokenOf(await server.signIn(JONAS)))
  const google = await userOf(server, tokenOf(await server.signIn(JONAS_AT_GOOGLE)))

  expect(google.id).toBe(github.id)
  expect(google.app_metadata).toEqual({ provider: 'github', providers: ['github', 'google'] })
})

test('an unverified address leads to no account; its mailbox is asked', async () => {
  const server = await startOAuth({ withMail: true })
  const member = await server.member('vera@example.test')

  const arrival = await server.signIn(VERA)

  expect(arrival).toMatchObject({
    status: 302,
    query: { error: 'access_denied', error_code: 'provider_email_needs_verification' },
  })
  expect((await userOf(server, member.token)).identities).toHaveLength(1)
  const mail = await server.mailTo('vera@example.test')
  expect(mail.link).toContain('type=magiclink')
})

test('a new user with an unverified address gets the same answer, and the account is the mailbox owner’s alone', async () => {
  const server = await startOAuth({ withMail: true })

  const before = await server.signIn(VERA, PKCE)
  const mail = await server.mailTo('vera@example.test')
  const confirmed = await fetch(mail.link, { redirect: 'manual' })
  const code = new URL(confirmed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const { body } = await server.exchange(code)
  const after = await server.signIn(VERA)

  expect(before.query.error_description).toBe(
    'Unverified email with google. A confirmation email has been sent to your google email',
  )
  expect(after.query).toEqual(before.query)
  expect(body.user.identities.map(({ provider }) => provider)).toEqual(['email'])
})

test('where addresses need no confirmation, an unverified one is good for a new account only', async () => {
  const server = await startOAuth({ env: { AUTH_AUTOCONFIRM: 'true' } })
  const newUser = await server.signIn(VERA)
  const claimed = { email: 'sofia@example.test', primary: true, verified: false, visibility: null }
  await server.member('sofia@example.test')
  await server.github.control('POST', 'faults', {
    path: '/user/emails',
    status: 200,
    body: [claimed],
  })

  const taken = await server.signIn(SOFIA)

  expect(tokenOf(newUser)).not.toBe('')
  expect(taken.query.error_code).toBe('provider_email_needs_verification')
})

test('an attacker who signed up with a foreign address loses access when its owner signs in', async () => {
  const server = await startOAuth({ withMail: true })
  const email = 'jonas@example.test'
  const signup = await server.post<UserJson>('/signup', {
    email,
    password: 'secret-1',
    data: { full_name: 'Mallory', note: 'mine' },
  })
  const mail = await server.mailTo(email)

  const owner = await server.signIn(JONAS)

  const user = await userOf(server, tokenOf(owner))
  expect(user).toMatchObject({
    id: signup.body.id,
    email_confirmed_at: expect.any(String),
    user_metadata: { full_name: 'Jonas Weber' },
    identities: [{ provider: 'github' }],
    app_metadata: { provider: 'github', providers: ['github'] },
  })
  expect(user.user_metadata).not.toHaveProperty('note')
  expect(await password(server, email)).toMatchObject({
    status: 400,
    body: { code: 'invalid_credentials' },
  })
  const link = await fetch(mail.link, { redirect: 'manual' })
  expect(link.headers.get('location')).toContain('error_code=otp_expired')
})

test('one address with two accounts is for a human to sort out', async () => {
  const server = await startOAuth()
  const member = await server.member('first@example.test')
  await server.link(member.token, JONAS)
  await server.sql(
    `insert into auth.users (id, aud, role, email, email_confirmed_at)
     values (gen_random_uuid(), 'authenticated', 'authenticated', 'jonas@example.test', now())`,
  )

  const arrival = await server.signIn(JONAS_AT_GOOGLE)

  expect(arrival.query).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure' })
})

test('a member links an identity, whatever its address, and is notified by mail', async () => {
  const server = await startOAuth({ withMail: true })
  const member = await server.member('member@example.test', { user_metadata: { name: 'Own Name' } })

  const arrival = await server.link(member.token, LENA)

  expect(arrival.status).toBe(302)
  const user = await userOf(server, tokenOf(arrival))
  expect(user).toMatchObject({
    id: member.id,
    email: 'member@example.test',
    user_metadata: { name: 'Own Name' },
    app_metadata: { providers: ['email', 'google'] },
  })
  const listed = await server.call<{ identities: { provider: string }[] }>('/user/identities', {
    as: member.token,
  })
  expect(listed.body.identities.map(({ provider }) => provider)).toEqual(['email', 'google'])
  expect((await server.mailTo('member@example.test')).text).toContain('with Google')
  const lena = await server.signIn(LENA)
  expect((await userOf(server, tokenOf(lena))).id).toBe(member.id)
})

test.each([
  ['without a verifier', {}],
  ['with a verifier', PKCE],
])(
  'a link %s goes on with the session that asked for it, which is still the only one',
  async (_, pkce) => {
    const server = await startOAuth()
    const member = await server.member('member@example.test')
    const sessions = () =>
      server.sql<{ id: string; amr: unknown }>('select id, amr from auth.sessions')
    const before = await sessions()

    const page = await server.linkUrl(member.token, { provider: 'google', ...pkce })
    const arrival = await arrive(await answerProvider(page, { person: LENA.person }))
    const { access_token, refresh_token } = arrival.query.code
      ? (await server.exchange(arrival.query.code)).body
      : arrival.fragment

    expect(await sessions()).toEqual(before)
    expect((await userOf(server, member.token)).identities).toHaveLength(2)
    expect((await userOf(server, access_token ?? '')).id).toBe(member.id)
    const renewed = await server.post('/token?grant_type=refresh_token', { refresh_token })
    expect(renewed.status).toBe(200)
  },
)

test('what is linked stays where it is', async () => {
  const server = await startOAuth()
  const one = await server.member('one@example.test')
  const other = await server.member('other@example.test')
  await server.link(one.token, LENA)

  const again = await server.link(one.token, LENA)
  const stolen = await server.link(other.token, LENA)

  expect([again.query, stolen.query]).toEqual([
    { error_code: 'identity_already_exists', error_description: 'Identity is already linked' },
    {
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    },
  ])
  expect([again.status, stolen.status]).toEqual([302, 302])
  expect((await userOf(server, other.token)).identities).toHaveLength(1)
})

test('no user is tricked into linking their identity to an attacker’s account', async () => {
  const server = await startOAuth()
  const mallory = await server.member('mallory@example.test')
  const lures = [
    await server.linkUrl(mallory.token, { provider: 'google' }),
    await server.linkUrl(mallory.token, { provider: 'google', ...PKCE }),
  ]

  const otherBrowser = { headers: {} }
  const [plain, withCode] = await Promise.all(
    lures.map(async (lure) =>
      arrive(await answerProvider(lure, { person: LENA.person }), otherBrowser),
    ),
  )
  const guessed = await server.exchange(withCode?.query.code ?? '', 'another-verifier'.repeat(3))

  expect(plain).toMatchObject({ status: 303, query: { error_code: 'bad_oauth_state' } })
  expect(withCode?.fragment).toEqual({})
  expect(guessed.body).toMatchObject({ code: 'bad_code_verifier' })
  expect((await userOf(server, mallory.token)).identities).toHaveLength(1)
  expect((await userOf(server, tokenOf(await server.signIn(LENA)))).id).not.toBe(mallory.id)
})

test('with PKCE, an identity is linked when the verifier is presented, if it is still free', async () => {
  const server = await startOAuth()
  const one = await server.member('one@example.test')
  const other = await server.member('other@example.test')
  const codeFor = async (as: string) => {
    const page = await server.linkUrl(as, { provider: 'google', ...PKCE })
    return (await arrive(await answerProvider(page, { person: LENA.person }))).query.code ?? ''
  }
  const codes = [await codeFor(one.token), await codeFor(other.token)]
  const before = await userOf(server, one.token)

  const [first, second] = [
    await server.exchange(codes[0] ?? ''),
    await server.exchange(codes[1] ?? ''),
  ]

  expect(before.identities).toHaveLength(1)
  expect(first.body).toMatchObject({
    provider_token: expect.any(String),
    user: { id: one.id, identities: [{ provider: 'email' }, { provider: 'google' }] },
  })
  expect(second).toMatchObject({ status: 422, body: { code: 'identity_already_exists' } })
})

test('eight concurrent links of one identity succeed once', async () => {
  const server = await startOAuth()
  const member = await server.member('member@example.test')
  const ways = Array.from({ length: 8 }, () => server.link(member.token, LENA))

  const arrivals = await Promise.all(ways)

  expect(arrivals.filter((one) => tokenOf(one) !== '')).toHaveLength(1)
  expect((await userOf(server, member.token)).identities).toHaveLength(2)
})

test('an anonymous user is converted by linking, if the address is verified and free', async () => {
  const server = await startOAuth({ env: { AUTH_ANONYMOUS: 'true' } })
  await server.member('sofia@example.test')
  const anonymousUser = await anonymous(server)
  const [taken, unproven, nothing] = [
    await server.link(anonymousUser.token, SOFIA),
    await server.link(anonymousUser.token, VERA),
    await server.link(anonymousUser.token, { provider: 'github', person: 'sam-okafor' }),
  ]

  const fine = await server.link(anonymousUser.token, JONAS)

  expect([taken, unproven, nothing].map(({ query }) => query.error_code)).toEqual([
    'email_exists',
    'provider_email_needs_verification',
    'validation_failed',
  ])
  expect(await userOf(server, tokenOf(fine))).toMatchObject({
    id: anonymousUser.id,
    email: 'jonas@example.test',
    is_anonymous: false,
    email_confirmed_at: expect.any(String),
  })
})

test('a member may link an account that has no address', async () => {
  const server = await startOAuth()
  const member = await server.member('member@example.test')

  const arrival = await server.link(member.token, { provider: 'github', person: 'sam-okafor' })

  expect((await userOf(server, tokenOf(arrival))).identities).toHaveLength(2)
})

test('without skip_http_redirect the browser itself is sent to the provider', async () => {
  const server = await startOAuth()
  const { token } = await server.member('member@example.test')

  const sent = await server.call('/user/identities/authorize?provider=github', { as: token })

  expect(sent.status).toBe(302)
  expect(sent.headers.get('location')).toContain(`${server.github.webUrl}/login/oauth/authorize`)
})

test('a member unlinks an identity, and is notified by mail', async () => {
  const server = await startOAuth({ withMail: true })
  const member = await server.member('member@example.test')
  await server.link(member.token, LENA)
  const google = await identityOf(server, member.token, 'google')

  const removed = await remove(server, member.token, google)

  expect(removed).toMatchObject({ status: 200, body: {} })
  expect(await userOf(server, member.token)).toMatchObject({
    email: 'member@example.test',
    identities: [{ provider: 'email' }],
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  const mails = await server.mailsTo('member@example.test')
  expect(mails.map(({ subject }) => subject)).toContain('A way to sign in was removed')
  const lena = await userOf(server, tokenOf(await server.signIn(LENA)))
  expect(lena.id).not.toBe(member.id)
})

test('the last way to sign in stays', async () => {
  const server = await startOAuth()
  const { token } = await server.member('member@example.test')

  const answer = await remove(server, token, await identityOf(server, token, 'email'))

  expect(answer).toMatchObject({
    status: 422,
    body: {
      code: 'single_identity_not_deletable',
      message: 'User must have at least 1 identity after unlinking',
    },
  })
})

test('concurrent unlinks of the last two identities leave one', async () => {
  const server = await startOAuth()
  const { token } = await server.member('member@example.test')
  await server.link(token, LENA)
  const ids = [await identityOf(server, token, 'email'), await identityOf(server, token, 'google')]

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => remove(server, token, ids[i % 2] ?? '')),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await userOf(server, token)).identities).toHaveLength(1)
})

test('ways to sign in of others, unknown ones and nonsense are not removed', async () => {
  const server = await startOAuth()
  const other = await server.member('other@example.test')
  const { token } = await server.member('member@example.test')
  await server.link(token, LENA)

  const foreign = await remove(server, token, await identityOf(server, other.token, 'email'))
  const unknown = await remove(server, token, crypto.randomUUID())
  const nonsense = await remove(server, token, 'nonsense')

  const answers = [foreign, unknown, nonsense]
  expect(answers.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
    [422, 'identity_not_found'],
    [422, 'identity_not_found'],
    [404, 'validation_failed'],
  ])
})

test('with its identity the password ends, and pending codes with it', async () => {
  const server = await startOAuth({ withMail: true })
  const { token } = await server.member('jonas@example.test')
  await server.link(token, JONAS)
  await server.post('/recover', { email: 'jonas@example.test' })
  const links = (await server.mailsTo('jonas@example.test')).flatMap((one) => one.links)
  const link = links.find((one) => one.includes('type=recovery')) ?? ''

  await remove(server, token, await identityOf(server, token, 'email'))

  expect(await userOf(server, token)).toMatchObject({
    email: 'jonas@example.test',
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'github', providers: ['github'] },
  })
  expect((await password(server, 'jonas@example.test')).body.code).toBe('invalid_credentials')
  const spent = await fetch(link, { redirect: 'manual' })
  expect(spent.headers.get('location')).toContain('error_code=otp_expired')
  const mails = await server.mailsTo('jonas@example.test')
  expect(mails.map(({ subject }) => subject)).toContain('A way to sign in was removed')
})

test.each([
  ['proven', LENA],
  ['unproven', VERA],
])(
  'the identity that carries the address stays, beside one with another, %s one',
  async (_kind, way) => {
    const server = await startOAuth()
    const { token } = await server.member('member@example.test')
    await server.link(token, way)

    const answer = await remove(server, token, await identityOf(server, token, 'email'))

    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'email_conflict_identity_not_deletable' },
    })
    expect(await userOf(server, token)).toMatchObject({
      email: 'member@example.test',
      email_confirmed_at: expect.any(String),
      identities: [{ provider: 'email' }, { provider: 'google' }],
    })
    expect((await password(server, 'member@example.test')).status).toBe(200)
  },
)

test('where manual linking is off, its endpoint is refused, and signed-out callers never get that far', async () => {
  const server = await startOAuth({ env: { AUTH_MANUAL_LINKING: 'false' } })
  const { token } = await server.member('member@example.test')
  const path = `/user/identities/${await identityOf(server, token, 'email')}`

  const answers = [
    await server.call('/user/identities/authorize?provider=github', { as: token }),
    await server.call(path, { method: 'DELETE', as: token }),
    await server.call('/user/identities/authorize?provider=github'),
    await server.call(path, { method: 'DELETE' }),
  ]

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [404, 'manual_linking_disabled'],
    [404, 'manual_linking_disabled'],
    [401, 'no_authorization'],
    [401, 'no_authorization'],
  ])
})

test('linking and unlinking, done and refused, leave their lines', async () => {
  const server = await startOAuth()
  const { token } = await server.member('member@example.test')
  await server.link(token, LENA)
  await server.link(token, LENA)
  await remove(server, token, await identityOf(server, token, 'google'))
  await remove(server, token, await identityOf(server, token, 'email'))

  const lines = await server.sql<{ action: string; refused: string | null }>(
    `select payload ->> 'action' as action, payload -> 'traits' ->> 'refused' as refused
       from auth.audit_log_entries
      where payload ->> 'action' like 'identity%' or payload -> 'traits' ->> 'refused' is not null
      order by created_at, id`,
  )

  expect(lines).toEqual([
    { action: 'identity_linked', refused: null },
    { action: 'identity_linked', refused: 'identity_already_exists' },
    { action: 'identity_unlinked', refused: null },
    { action: 'identity_unlinked', refused: 'single_identity_not_deletable' },
  ])
})

const userOf = async (server: OAuthServer, as: string) =>
  (await server.call<UserJson>('/user', { as })).body

const password = (server: OAuthServer, email: string) =>
  server.post('/token?grant_type=password', { email, password: 'secret-1' })

async function identityOf(server: OAuthServer, as: string, provider: string): Promise<string> {
  const { identities } = await userOf(server, as)

  return identities.find((one) => one.provider === provider)?.identity_id ?? ''
}

const remove = (server: OAuthServer, as: string, id: string) =>
  server.call(`/user/identities/${id}`, { method: 'DELETE', as })

async function anonymous(server: OAuthServer) {
  const { body } = await server.post<{ access_token: string; user: UserJson }>('/signup', {})

  return { id: body.user.id, token: body.access_token }
}
