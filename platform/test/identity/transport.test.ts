import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { startTestServer } from '#test/test-server.ts'
import { addMember, memberWithSession, newAddress, outcome, outcomes, PASSWORD } from './people.ts'

test('errors speak the dialect of the version that the client names', async () => {
  const auth = await startAuth()
  const wrong = (version: string | undefined) =>
    auth.post(
      '/signup',
      { email: newAddress(), password: '123' },
      { headers: { 'x-supabase-api-version': version } },
    )

  const modern = await wrong('2024-01-01')
  const newer = await wrong('2030-12-31')
  const none = await wrong(undefined)
  const older = await wrong('2023-12-31')
  const odd = await wrong('latest')

  const message = 'Password should be at least 6 characters.'
  const weak_password = { reasons: ['length'] }
  for (const answer of [modern, newer]) {
    expect(answer.body).toEqual({ code: 'weak_password', message, weak_password })
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  }
  for (const answer of [none, older, odd]) {
    expect(answer.body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: message,
      weak_password,
    })
    expect(answer.headers.has('x-supabase-api-version')).toBe(false)
  }
  expect(modern.headers.get('x-sb-error-code')).toBe('weak_password')
})

test('what the extension reads from a refusal is there', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)
  await auth.post('/logout', undefined, { as: session.access_token })
  const old = { 'x-supabase-api-version': undefined }

  const gone = await auth.call('/user', { as: session.access_token, headers: old })
  const bad = await auth.call('/user', { as: 'nonsense', headers: old })

  expect([gone.status, gone.body.error_code]).toEqual([403, 'session_not_found'])
  expect([bad.status, bad.body.error_code]).toEqual([403, 'bad_jwt'])
})

test('malformed requests are refused and never break anything', async () => {
  const auth = await startAuth({ env: { AUTH_RATE_LIMIT_FACTOR: '0' } })
  const send =
    (body: string, headers: Record<string, string> = {}) =>
    () =>
      auth.call('/signup', { method: 'POST', body, headers })
  const json = (value: object) => JSON.stringify({ password: PASSWORD, ...value })
  const deep = `{"email":"a@b.test","data":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`

  const found = await outcomes({
    'no JSON': send('email=a@b.test', { 'content-type': 'application/x-www-form-urlencoded' }),
    'half of it': send('{"email":'),
    'a list': send('[]'),
    'a word': send('"signup"'),
    null: send('null'),
    'deep nesting': send(deep),
    'NUL in an address': send('{"email":"a\\u0000@b.test","password":"secret-1"}'),
    'NUL in a key': send(json({ email: newAddress() }).replace('}', ',"data":{"\\u0000":1}}')),
    'half a character': send(
      json({ email: newAddress() }).replace('}', ',"data":{"a":"\\ud800"}}'),
    ),
    'invalid UTF-8 escapes': send('{"email":"\\uZZZZ"}'),
    'a number for an address': send(json({ email: 7 })),
    'a list for a password': send(json({ email: newAddress(), password: ['x'] })),
    'an address of 100 KB': send(json({ email: `${'a'.repeat(100_000)}@b.test` })),
    'a password of 100 KB': send(json({ email: newAddress(), password: 'x'.repeat(100_000) })),
    'more than a megabyte': send(json({ email: newAddress(), data: { a: 'x'.repeat(1_100_000) } })),
    'text as its type': send(json({ email: newAddress() }), { 'content-type': 'text/plain' }),
    'the same key twice': send(`{"email":"x","email":"${newAddress()}","password":"secret-1"}`),
    'no body': () => auth.call('/signup', { method: 'POST' }),
    'NUL in an address bar': () => auth.admin('/admin/users?filter=%00'),
    'no character at all': () => auth.admin('/admin/users?filter=%ff'),
  })

  expect(found).toEqual({
    'no JSON': '400 bad_json',
    'half of it': '400 bad_json',
    'a list': '400 bad_json',
    'a word': '400 bad_json',
    null: '400 bad_json',
    'deep nesting': '400 bad_json',
    'NUL in an address': '400 bad_json',
    'NUL in a key': '400 bad_json',
    'half a character': '400 bad_json',
    'invalid UTF-8 escapes': '400 bad_json',
    'a number for an address': '400 bad_json',
    'a list for a password': '400 bad_json',
    'an address of 100 KB': '400 validation_failed',
    'a password of 100 KB': '400 validation_failed',
    'more than a megabyte': '413 request_entity_too_large',
    'text as its type': '200',
    'the same key twice': '200',
    'no body': '422 anonymous_provider_disabled',
    'NUL in an address bar': '400 validation_failed',
    'no character at all': '200',
  })
})

test('answers about users are not cached, and no browser guesses their type', async () => {
  const auth = await startAuth()
  const { email, session } = await memberWithSession(auth)

  const answers = [
    await auth.call('/user', { as: session.access_token }),
    await auth.post('/token?grant_type=password', { email, password: PASSWORD }),
    await auth.post('/token?grant_type=password', { email, password: 'wrong' }),
    await auth.call('/nowhere'),
  ]

  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('server')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  }
})

test('any page may ask, without cookies, and may read what it needs', async () => {
  const auth = await startAuth()
  const asked = 'apikey,authorization,content-type,x-client-info,x-supabase-api-version,x-new-thing'

  const preflight = await fetch(`${auth.base}/token`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://bolt.new',
      'access-control-request-method': 'POST',
      'access-control-request-headers': asked,
    },
  })
  const refused = await auth.call('/user', { headers: { origin: 'https://bolt.new' } })
  const keyless = await auth.call('/user', {
    headers: { origin: 'https://bolt.new', apikey: undefined },
  })

  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-methods')).toBe(
    'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  )
  const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ')
  expect(allowed).toEqual(expect.arrayContaining([...asked.split(','), 'x-jwt-aud', 'accept']))
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  for (const { headers } of [refused, keyless]) {
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
  }
})

test('an address with a slash at its end is the same address', async () => {
  const auth = await startAuth()
  const { email } = await addMember(auth)

  const signedIn = await auth.post('/token/?grant_type=password', { email, password: PASSWORD })
  const listed = await auth.admin('/admin/users/')

  expect([signedIn.status, listed.status]).toEqual([200, 200])
})

test('missing features are refused with the codes that clients look for', async () => {
  const auth = await startAuth({ env: { AUTH_MANUAL_LINKING: 'false' } })
  const { session } = await memberWithSession(auth)
  const mine = { as: session.access_token }
  const id = '00000000-0000-4000-8000-000000000000'

  const found = await outcomes({
    'company sign-on': () => auth.post('/sso', {}),
    passkeys: () => auth.post('/passkeys/authentication/options', {}),
    'own passkeys': () => auth.call('/passkeys', mine),
    'a provider': () => auth.call('/authorize?provider=github'),
    'linking an identity': () => auth.call('/user/identities/authorize?provider=github', mine),
    'unlinking an identity': () =>
      auth.call(`/user/identities/${id}`, { method: 'DELETE', ...mine }),
    'linking as nobody': () => auth.call('/user/identities/authorize?provider=github'),
    'the OAuth server': () => auth.call('/oauth/authorizations/x', mine),
    'OAuth grants': () => auth.call('/user/oauth/grants', mine),
    'ending an OAuth grant': () =>
      auth.call('/user/oauth/grants?client_id=x', { method: 'DELETE', ...mine }),
    'OAuth clients': () => auth.admin('/admin/oauth/clients'),
    'an OAuth client': () => auth.admin(`/admin/oauth/clients/${id}/regenerate_secret`),
    SCIM: () => auth.call('/scim/v2/Users', mine),
    nowhere: () => auth.call('/nowhere'),
    'a wrong method': () => auth.call('/signup'),
  })

  expect(found).toEqual({
    'company sign-on': '404 saml_provider_disabled',
    passkeys: '404 passkey_disabled',
    'own passkeys': '404 passkey_disabled',
    'a provider': '400 validation_failed',
    'linking an identity': '404 manual_linking_disabled',
    'unlinking an identity': '404 manual_linking_disabled',
    'linking as nobody': '401 no_authorization',
    'the OAuth server': '404 feature_disabled',
    'OAuth grants': '404 feature_disabled',
    'ending an OAuth grant': '404 feature_disabled',
    'OAuth clients': '404 feature_disabled',
    'an OAuth client': '404 feature_disabled',
    SCIM: '404 feature_disabled',
    nowhere: '404 not_found',
    'a wrong method': '404 not_found',
  })
})

test('where company sign-on is switched on, no company is known yet', async () => {
  const auth = await startAuth({ env: { AUTH_SAML_ENABLED: 'true' } })

  const found = await outcomes({
    'a domain': () => auth.post('/sso', { domain: 'company.test' }),
    'an id': () => auth.post('/sso', { provider_id: crypto.randomUUID(), domain: null }),
    both: () => auth.post('/sso', { provider_id: crypto.randomUUID(), domain: 'company.test' }),
    neither: () => auth.post('/sso', {}),
    'a company’s server': () => auth.post('/sso/saml/acs', {}, { headers: { apikey: undefined } }),
  })

  expect(found).toEqual({
    'a domain': '404 sso_provider_not_found',
    'an id': '404 sso_provider_not_found',
    both: '400 validation_failed',
    neither: '400 validation_failed',
    'a company’s server': '303',
  })
  expect((await auth.call('/settings')).body).toMatchObject({ saml_enabled: true })
})

test('what one server has counted against an address, the others know', async () => {
  const oneInHours = { AUTH_RATE_LIMIT_FACTOR: '0.001' }
  const auth = await startAuth({ env: oneInHours })
  const apikey = auth.keys.publishable
  const other = await startTestServer({
    db: auth.db,
    env: { ...oneInHours, PUBLISHABLE_KEY: apikey },
  })
  const knock = (url: string) =>
    fetch(`${url}/auth/v1/sso`, { method: 'POST', headers: { apikey } })

  const first = await knock(auth.url)
  const second = await knock(other.url)

  expect([first.status, second.status]).toEqual([404, 429])
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('clients learn how this installation is set up, and their own identities', async () => {
  const auth = await startAuth()
  const { session, email } = await memberWithSession(auth)

  const settings = await auth.call('/settings')
  const health = await auth.call('/health')
  const identities = await auth.call('/user/identities', { as: session.access_token })

  expect(settings.body).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false, github: expect.any(Boolean) },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    saml_enabled: false,
    passkeys_enabled: false,
  })
  expect(health.body).toMatchObject({ name: 'GoTrue', version: expect.any(String) })
  expect(identities.body).toMatchObject({ identities: [{ provider: 'email', email }] })
})

test('a body that is announced too long is refused before it is sent', async () => {
  const auth = await startAuth()
  const { hostname, port } = new URL(auth.url)

  const status = await new Promise((resolve) => {
    const sent = request({
      hostname,
      port,
      path: '/auth/v1/signup',
      method: 'POST',
      headers: { apikey: auth.keys.publishable, 'content-length': 50_000_000 },
    })
    sent.on('response', (answer) => {
      resolve(answer.statusCode)
      sent.destroy()
    })
    sent.on('error', () => {})
    sent.write('{')
  })

  expect(status).toBe(413)
  expect(outcome(await auth.call('/health'))).toBe('200')
})
