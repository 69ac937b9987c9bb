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
const SOFIA = { provider: 'github', person: 'sofia-lind' } as const
const LENA = { provider: 'google', person: 'lena@lanternworks.test' } as const

const ENDINGS: Record<string, (server: OAuthServer, token: string) => Promise<unknown>> = {
  'its session is signed out': (server, token) =>
    server.call('/logout?scope=local', { method: 'POST', as: token }),
  'all sessions are signed out': (server, token) =>
    server.call('/logout', { method: 'POST', as: token }),
  'another session signs the others out': async (server) => {
    const { body } = await password(server, 'member@example.test')
    await server.call('/logout?scope=others', { method: 'POST', as: String(body.access_token) })
  },
  'the password is changed, by this session': (server, as) =>
    server.call('/user', {
      method: 'PUT',
      body: { password: 'another-1', current_password: 'secret-1' },
      as,
    }),
  'the account is banned': async (server, as) => {
    const { id } = await userOf(server, as)
    await server.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '1h' } })
    await server.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: 'none' } })
  },
}

test.each(Object.entries(ENDINGS))('a link that was begun dies when %s', async (_name, end) => {
  const server = await startOAuth()
  const { id, token } = await server.member('member@example.test')
  const pages = [
    await server.linkUrl(token, { provider: 'google' }),
    await server.linkUrl(token, { provider: 'google', ...PKCE }),
    await server.linkUrl(token, { provider: 'google', ...PKCE }),
  ] as const
  const answered = (page: string) => answerProvider(page, { person: LENA.person })
  const code = (await arrive(await answered(pages[2]))).query.code ?? ''

  await end(server, token)

  const plain = await arrive(await answered(pages[0]))
  const withCode = await arrive(await answered(pages[1]))
  const exchanged = await server.exchange(code)
  expect([plain.query.error_code, withCode.query.error_code]).toEqual([
    'bad_oauth_state',
    'bad_oauth_state',
  ])
  expect(exchanged).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  expect(await server.sql('select provider from auth.identities where user_id = $1', [id])).toEqual(
    [{ provider: 'email' }],
  )
})

test('where there is a factor, a session without it neither begins nor completes a link', async () => {
  const server = await startOAuth()
  const { id, token } = await server.member('member@example.test')
  const begun = [
    await server.linkUrl(token, { provider: 'google' }),
    await server.linkUrl(token, { provider: 'google', ...PKCE }),
  ]
  await server.sql(
    `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
    [id],
  )

  const refused = await server.call('/user/identities/authorize?provider=google', { as: token })
  const arrivals = await Promise.all(
    begun.map(async (page) => arrive(await answerProvider(page, { person: LENA.person }))),
  )

  expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_aal'])
  expect(arrivals.map(({ query }) => query.error_code)).toEqual([
    'insufficient_aal',
    'insufficient_aal',
  ])
  expect(await server.sql('select provider from auth.identities where user_id = $1', [id])).toEqual(
    [{ provider: 'email' }],
  )
})

test('a sign-in code that waits for its verifier dies when the member signs out everywhere', async () => {
  const server = await startOAuth()
  const { token } = await server.member('jonas@example.test')
  const waiting = await server.signIn(JONAS, PKCE)

  await server.call('/logout', { method: 'POST', as: token })

  expect(await server.exchange(waiting.query.code ?? '')).toMatchObject({
    status: 404,
    body: { code: 'flow_state_not_found' },
  })
})

test('a ban stops every way in by a provider, an invitation included', async () => {
  const server = await startOAuth({ withMail: true })
  const known = await userOf(server, tokenOf(await server.signIn(JONAS)))
  const { body: invited } = await server.admin<UserJson>('/invite', {
    method: 'POST',
    body: { email: 'sofia@example.test' },
  })
  const { link } = await server.mailTo('sofia@example.test')
  const invite_token = new URL(link).searchParams.get('token') ?? ''
  for (const id of [known.id, invited.id]) {
    await server.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '1h' } })
  }

  const arrivals = [await server.signIn(JONAS), await server.signIn(SOFIA, { invite_token })]

  expect(arrivals.map(({ query }) => query.error_code)).toEqual(['user_banned', 'user_banned'])
  expect(
    await server.sql('select user_id from auth.sessions where user_id = $1', [invited.id]),
  ).toEqual([])
})

const userOf = async (server: OAuthServer, as: string) =>
  (await server.call<UserJson>('/user', { as })).body

const password = (server: OAuthServer, email: string) =>
  server.post('/token?grant_type=password', { email, password: 'secret-1' })
