import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import {
  answerProvider,
  arrive,
  keepCookies,
  type OAuthServer,
  startOAuth,
} from './oauth-server.ts'

// What a browser does by itself is done here by hand: following redirects and reading the address.

test('the official client signs a user in with GitHub, by code and verifier', async () => {
  const server = await startOAuth()
  const { auth } = clientOf(server)
  const { data } = await auth.signInWithOAuth({
    provider: 'github',
    options: { redirectTo: `${server.url}/dashboard`, scopes: 'gist', skipBrowserRedirect: true },
  })

  const { place, query } = await travel(data.url, 'jonas-weber')
  const exchanged = await auth.exchangeCodeForSession(query.code ?? '')

  expect(place).toBe(`${server.url}/dashboard`)
  expect(exchanged.error).toBeNull()
  expect(exchanged.data.session).toMatchObject({
    provider_token: expect.stringMatching(/^ghu_/),
    user: { email: 'jonas@example.test', app_metadata: { provider: 'github' } },
  })
  expect((await auth.getUser()).data.user?.email).toBe('jonas@example.test')
})

test('the official client takes the session of an implicit sign-in from the address', async () => {
  const server = await startOAuth()
  const { auth } = clientOf(server, 'implicit')
  const { data } = await auth.signInWithOAuth({
    provider: 'google',
    options: { skipBrowserRedirect: true },
  })

  const { fragment } = await travel(data.url, 'lena@lanternworks.test')
  const { access_token = '', refresh_token = '' } = fragment
  const { error } = await auth.setSession({ access_token, refresh_token })

  expect(error).toBeNull()
  expect((await auth.refreshSession()).data.user?.email).toBe('lena@lanternworks.test')
})

test('the official client links another way to sign in, lists it and removes it', async () => {
  const server = await startOAuth()
  await server.member('member@example.test')
  const { auth } = clientOf(server)
  await auth.signInWithPassword({ email: 'member@example.test', password: 'secret-1' })

  const linking = await auth.linkIdentity({
    provider: 'github',
    options: { skipBrowserRedirect: true },
  })
  const { query } = await travel(linking.data.url, 'jonas-weber')
  const linked = await auth.exchangeCodeForSession(query.code ?? '')
  const listed = await auth.getUserIdentities()
  const github = listed.data?.identities.find(({ provider }) => provider === 'github')
  if (!github) throw new Error('GitHub is not listed')
  const unlinked = await auth.unlinkIdentity(github)

  expect(linked.data.user?.email).toBe('member@example.test')
  expect(unlinked.error).toBeNull()
  const after = await auth.getUserIdentities()
  expect(after.data?.identities.map(({ provider }) => provider)).toEqual(['email'])
})

test('the official client hears by its code why the last way to sign in stays', async () => {
  const server = await startOAuth()
  await server.member('member@example.test')
  const { auth } = clientOf(server)
  await auth.signInWithPassword({ email: 'member@example.test', password: 'secret-1' })
  const [email] = (await auth.getUserIdentities()).data?.identities ?? []
  if (!email) throw new Error('Nothing is listed')

  const { error } = await auth.unlinkIdentity(email)

  expect(error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
})

test('the official client signs a user in with an id token, and links one', async () => {
  const server = await startOAuth()
  const { auth } = clientOf(server)
  const body = { person: 'jonas@example.test', clientId: 'gitferry-local' }
  const reply = await server.google.control('POST', 'id-tokens', body)
  const { id_token: token } = (await reply.json()) as { id_token: string }

  const { data, error } = await auth.signInWithIdToken({ provider: 'google', token })
  const bad = await auth.signInWithIdToken({ provider: 'google', token: `${token}x` })

  expect(error).toBeNull()
  expect(data.user?.email).toBe('jonas@example.test')
  expect(bad.error).toMatchObject({ status: 400 })
})

/** To the provider, through its page, back to us and on to where the client wanted to go. */
async function travel(url: string | null, person: string) {
  const sent = await fetch(url ?? '', { redirect: 'manual' })
  keepCookies(sent)
  const page = sent.status === 302 ? (sent.headers.get('location') ?? '') : (url ?? '')

  return arrive(await answerProvider(page, { person }))
}

const clientOf = ({ url, keys }: OAuthServer, flowType: 'pkce' | 'implicit' = 'pkce') => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }

  return createClient(url, keys.publishable, {
    auth: { flowType, storage, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: class {} as never },
  })
}
