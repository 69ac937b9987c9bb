// Over both databases: a response is spent, and its assertion remembered, by rows of several transactions.
import { createHash, createVerify, randomUUID, X509Certificate } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import { claimsOf, ok } from './factors-server.ts'
import { flowOf, startSharedSaml } from './saml-server.ts'

const shared = forThisFile(startSharedSaml())
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-xx'
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}

test('an employee signs in, and is the same person the next time', async () => {
  const server = shared()

  const first = await server.signIn()
  const second = await server.signIn({ person: first.email })

  const user = await server.userOf(first.token)
  expect(first.status).toBe(302)
  expect(user).toMatchObject({
    email: first.email,
    app_metadata: {
      provider: `sso:${server.provider.id}`,
      providers: [`sso:${server.provider.id}`],
    },
    user_metadata: { full_name: 'Ada Berg', custom_claims: {} },
    identities: [{ provider: `sso:${server.provider.id}`, id: `persistent-${first.email}` }],
  })
  expect((await server.userOf(second.token)).id).toBe(user.id)
  expect(claimsOf(first.token)).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'sso/saml', provider: server.provider.id }],
  })
})

test('the official client signs in with PKCE, and its session ends when the provider says', async () => {
  const server = shared()
  const storage = new Map<string, string>()
  const { auth } = createClient(server.url, server.keys.publishable, {
    auth: {
      flowType: 'pkce',
      autoRefreshToken: false,
      storage: {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
        removeItem: (key: string) => void storage.delete(key),
      },
    },
    // Node 20 has no WebSocket, which the client requires even if it is not used.
    realtime: { transport: class {} as never },
  })
  const person = await server.idp.hire()

  const { data, error } = await auth.signInWithSSO({
    domain: server.idp.domain.toUpperCase(),
    options: { redirectTo: `${server.url}/auth/callback` },
  })
  const flow = flowOf(data?.url ?? '', [])
  const xml = await server.respond(person, flow.requestId, { lies: { sessionEndsInMs: 3_600_000 } })
  const { url, code } = await server.complete(xml, flow)
  const exchanged = await auth.exchangeCodeForSession(code ?? '')

  expect(error).toBeNull()
  expect(url).toBe(`${server.url}/auth/callback?code=${code}`)
  expect(exchanged.data.user?.email).toBe(person)
  const { access_token: token, refresh_token } = exchanged.data.session ?? {}
  expect(claimsOf(token ?? '').amr).toMatchObject([
    { method: 'sso/saml', provider: server.provider.id },
  ])
  const [session] = await server.sql<{ not_after: Date }>(
    'select not_after from auth.sessions as session join auth.users as account on account.id = user_id where email = $1',
    [person],
  )
  expect(session?.not_after).toEqual(new Date(server.now().getTime() + 3_600_000))
  server.forward(3_600_001)
  const late = await server.post('/token?grant_type=refresh_token', { refresh_token })
  expect(late.body).toMatchObject({ code: 'session_expired' })
})

test('a code is nothing without its verifier', async () => {
  const server = shared()
  const { code } = await server.signIn({ body: PKCE })

  const wrong = await server.post('/token?grant_type=pkce', {
    auth_code: code,
    code_verifier: `${VERIFIER}y`,
  })
  const right = await server.post('/token?grant_type=pkce', {
    auth_code: code,
    code_verifier: VERIFIER,
  })

  expect([wrong.status, right.status]).toEqual([400, 200])
})

test('the request is signed with the key whose certificate the metadata shows', async () => {
  const server = shared()
  const metadata = await fetch(`${server.base}/sso/saml/metadata`)
  const certificate = /X509Certificate>([^<]+)</.exec(await metadata.text())?.[1] ?? ''

  const { url } = await server.begin()

  const { search, searchParams } = new URL(url)
  const signedPart = search.slice(1).replace(/&Signature=.*$/, '')
  const isValid = createVerify('sha256')
    .update(signedPart)
    .verify(
      new X509Certificate(Buffer.from(certificate, 'base64')).publicKey,
      searchParams.get('Signature') ?? '',
      'base64',
    )
  expect(isValid).toBe(true)
  expect(metadata.headers.get('content-type')).toMatch(/^application\/xml/)
  expect(metadata.headers.get('cache-control')).toBe('public, max-age=600')
})

test('a next key is published beside the one that is used', async () => {
  const server = shared()
  const { generateKeyPairSync } = await import('node:crypto')
  const next = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const other = await server.another({
    AUTH_SAML_PRIVATE_KEY_NEXT: next.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
  })

  const metadata = await fetch(`${other.base}/sso/saml/metadata?download=true`)
  const settings = await other.call('/settings')

  expect((await metadata.text()).match(/<KeyDescriptor/g)).toHaveLength(2)
  expect(metadata.headers.get('cache-control')).toBe('public, max-age=60')
  expect(metadata.headers.get('content-disposition')).toContain('attachment')
  expect(settings.body).toMatchObject({
    saml_enabled: true,
    saml_private_key_next_configured: true,
  })
})

test('attributes are mapped to claims, and the address follows the provider', async () => {
  const server = shared()
  const path = `/admin/sso/providers/${server.provider.id}`
  const keys = {
    unit: { name: 'department' },
    groups: { names: ['memberOf'], array: true, default: ['none'] },
  }
  ok(await server.admin(path, { method: 'PUT', body: { attribute_mapping: { keys } } }))
  const { email, token } = await server.signIn({
    lies: {
      attributes: {
        memberOf: ['a', 'b'],
        department: ['Sales'],
        mail: [`x-${randomUUID()}@${server.idp.domain}`],
      },
    },
  })
  const before = await server.userOf(token)

  const renamed = await server.signIn({ person: email })

  const after = await server.userOf(renamed.token)
  expect(before.user_metadata.custom_claims).toEqual({ unit: 'Sales', groups: ['a', 'b'] })
  expect(after.user_metadata.custom_claims).toEqual({ unit: 'Sales', groups: ['none'] })
  expect([after.id, after.email]).toEqual([before.id, email])
})

test('a page of another product is not where a sign-in ends', async () => {
  const server = shared()

  const { url } = await server.signIn({ body: { redirect_to: 'https://evil.example/x' } })

  expect(new URL(url).origin).toBe(server.config.siteUrl)
})

test('someone who cancels at the provider comes back with a reason', async () => {
  const server = shared()

  const cancelled = await server.signIn({
    body: { redirect_to: `${shared().config.siteUrl}/auth/callback` },
    lies: { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' },
  })

  expect(cancelled).toMatchObject({
    status: 303,
    error: 'validation_failed',
    description: expect.stringContaining('refused the sign-in'),
  })
  expect(cancelled.url).toContain('/auth/callback?')
})

test('a login page may ask for any domain, and hears where there is no sign-in without an error', async () => {
  const server = shared()
  const ask = async (domain: string, more: object = {}) => {
    const sent = await server.post<{ url: string | null }>('/sso', {
      domain,
      skip_http_redirect: true,
      is_optional: true,
      ...more,
    })
    return { ...sent, cookies: sent.headers.getSetCookie() }
  }

  const known = await ask(server.idp.domain)
  const unknown = await ask(`${randomUUID()}.test`)
  const both = await ask(server.idp.domain, { provider_id: server.provider.id })
  const off = await server.another({ AUTH_SAML_ENABLED: 'false' })
  const whileOff = await off.post('/sso', { domain: server.idp.domain, is_optional: true })
  const malformed = await off.post('/sso', { domain: 7, is_optional: true })

  expect([known.status, known.cookies.length]).toEqual([200, 1])
  expect(known.body.url).toContain(server.idp.url)
  expect([unknown.status, unknown.body, unknown.cookies]).toEqual([200, { url: null }, []])
  expect(both.body).toMatchObject({ code: 'validation_failed' })
  expect([whileOff.status, whileOff.body]).toEqual([200, { url: null }])
  expect(malformed.body).toMatchObject({ code: 'saml_provider_disabled' })
})
