import { expect, test } from 'vitest'
import { CALLBACK, callbackOf, PKCE } from './open-github.ts'
import { openGoogle } from './open-google.ts'

test('discovery lists every endpoint', async () => {
  const google = await openGoogle()

  const reply = await fetch(`${google.issuer}/.well-known/openid-configuration`)

  expect(await reply.json()).toMatchObject({
    issuer: google.issuer,
    authorization_endpoint: `${google.issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${google.issuer}/token`,
    jwks_uri: `${google.issuer}/oauth2/v3/certs`,
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  })
})

test('the page names the client and its scopes, and lists all people', async () => {
  const google = await openGoogle()

  const reply = await fetch(google.authorizeUrl())
  const page = await reply.text()

  expect(reply.status).toBe(200)
  expect(page).toContain('Sign in to Gitferry')
  expect(page).toContain('<code>profile</code>')
  expect(page).toContain('value="member@demo.gitferry.test"')
  expect(page).toContain('vera@example.test, not verified')
  expect(reply.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://127.0.0.1:3000 http://127.0.0.1:* http://localhost:*;",
  )
})

test('consent redirects with a code and the state', async () => {
  const google = await openGoogle()

  const reply = await google.answer({ person: 'jonas@example.test' }, PKCE)

  expect(reply.status).toBe(302)
  expect(reply.headers.get('location')).toContain(`${CALLBACK}?`)
  expect(Object.fromEntries(callbackOf(reply))).toEqual({
    code: expect.stringMatching(/^4\/0A\w+$/),
    state: 'the-state',
    scope: 'openid email profile',
    authuser: '0',
  })
})

test('refusal redirects with the reason', async () => {
  const google = await openGoogle()

  const reply = await google.answer({ decision: 'deny' })

  expect(Object.fromEntries(callbackOf(reply))).toEqual({
    error: 'access_denied',
    state: 'the-state',
  })
})

test.each([
  [{ client_id: 'nobody' }, 401, 'invalid_client'],
  [{ redirect_uri: 'https://evil.example/auth/v1/callback' }, 400, 'redirect_uri_mismatch'],
  [{ redirect_uri: `${CALLBACK}/more` }, 400, 'redirect_uri_mismatch'],
  [{ response_type: 'token' }, 400, 'unsupported_response_type'],
  [{ scope: '' }, 400, 'invalid_request'],
  [{ code_challenge: PKCE.code_challenge }, 400, 'invalid_request'],
  [{ code_challenge: 'too-short', code_challenge_method: 'S256' }, 400, 'invalid_request'],
])(
  'a request like %j is shown to the person, not sent to the client',
  async (inputs, status, error) => {
    const google = await openGoogle()

    const shown = await fetch(google.authorizeUrl(inputs), { redirect: 'manual' })
    const pressed = await google.answer({ person: 'jonas@example.test' }, inputs)

    expect([shown.status, pressed.status]).toEqual([status, status])
    expect(await shown.text()).toContain(`<code>${error}</code>`)
    expect(pressed.headers.get('location')).toBeNull()
  },
)

test('the page preselects the last person', async () => {
  const google = await openGoogle()
  await google.answer({ person: 'jonas@example.test' })

  const afterwards = await (await fetch(google.authorizeUrl())).text()

  expect(afterwards).toContain('value="jonas@example.test" required checked')
})

test.each([
  [{}, 'Choose somebody first.'],
  [{ person: 'other@example.test' }, 'Choose somebody first.'],
])(
  'with %j the form shows a problem and does not redirect',
  async (form: Record<string, string>, problem) => {
    const google = await openGoogle()

    const reply = await google.answer(form)

    expect(reply.status).toBe(422)
    expect(await reply.text()).toContain(problem)
  },
)

test('another site cannot submit the consent form', async () => {
  const google = await openGoogle()

  const reply = await fetch(google.authorizeUrl(), {
    method: 'POST',
    body: new URLSearchParams({ person: 'jonas@example.test' }),
    headers: { origin: 'https://evil.example' },
    redirect: 'manual',
  })

  expect(reply.status).toBe(403)
})

test('no page takes a name or a parameter for markup', async () => {
  const google = await openGoogle()
  const hostile = '"><script>alert(1)</script>'
  await google.control('POST', 'seed', { people: [{ name: hostile, email: 'eve@example.test' }] })

  const pages = await Promise.all([
    google.page('/'),
    (await fetch(google.authorizeUrl({ state: hostile, scope: `openid ${hostile}` }))).text(),
    (await google.press('/people', { email: hostile })).text(),
  ])

  for (const page of pages) expect(page).not.toContain('<script>alert')
  expect(pages[0]).toContain('&lt;script&gt;alert(1)')
})
