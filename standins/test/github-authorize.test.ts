import { expect, test } from 'vitest'
import { CALLBACK, callbackOf, openGithub, PKCE } from './open-github.ts'

test('the page names the client and its scopes, and lists all people', async () => {
  const github = await openGithub()

  const reply = await fetch(github.authorizeUrl())
  const page = await reply.text()

  expect(reply.status).toBe(200)
  expect(page).toContain('Authorize Gitferry')
  expect(page).toContain('emails (read)')
  expect(page).toContain('value="mia-torres"')
  expect(page).toContain('value="sam-okafor"')
  expect(page).toContain('http://127.0.0.1:3000')
})

test('consent redirects with a code and the state', async () => {
  const github = await openGithub()

  const reply = await github.answer({ person: 'mia-torres' }, PKCE)

  expect(reply.status).toBe(302)
  expect(reply.headers.get('location')).toMatch(
    /^http:\/\/127\.0\.0\.1:3000\/auth\/v1\/callback\?code=\w{20}&state=the-state$/,
  )
})

test('refusal redirects with the reason', async () => {
  const github = await openGithub()

  const reply = await github.answer({ decision: 'deny' })

  expect(reply.status).toBe(302)
  expect(Object.fromEntries(callbackOf(reply))).toEqual({
    error: 'access_denied',
    error_description: 'The user has denied your application access.',
    error_uri: expect.stringMatching(/^https:/),
    state: 'the-state',
  })
})

test('a form on the page may lead to the callback and on to another port of this machine', async () => {
  const github = await openGithub()

  const reply = await fetch(github.authorizeUrl())

  expect(reply.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://127.0.0.1:3000 http://127.0.0.1:* http://localhost:*;",
  )
})

test('both callbacks of the product are registered, at any port', async () => {
  const github = await openGithub()

  for (const redirect_uri of [CALLBACK, 'http://localhost:4321/auth/github/callback']) {
    const reply = await github.answer({ person: 'mia-torres' }, { redirect_uri })

    expect(reply.headers.get('location')).toContain(`${redirect_uri}?code=`)
  }
})

test('callbacks at the product’s own addresses are registered, and at no other', async () => {
  const github = await openGithub({
    productUrl: 'https://gitferry.example.test',
    productApiUrl: 'https://api.example.test/base/',
  })
  const accepted = [
    'https://gitferry.example.test/auth/github/callback',
    'https://api.example.test/base/auth/v1/callback',
    CALLBACK,
  ]

  for (const redirect_uri of accepted) {
    const reply = await github.answer({ person: 'mia-torres' }, { redirect_uri })
    expect(reply.headers.get('location')).toContain(`${redirect_uri}?code=`)
  }
  const refused = ['https://gitferry.example.test.evil.example', 'http://gitferry.example.test']
  for (const origin of refused) {
    const redirect_uri = `${origin}/auth/github/callback`
    expect((await github.answer({ person: 'mia-torres' }, { redirect_uri })).status).toBe(404)
  }
  const page = await fetch(github.authorizeUrl({ redirect_uri: accepted[1] ?? '' }))
  expect(page.headers.get('content-security-policy')).toContain(
    "form-action 'self' https://api.example.test https://gitferry.example.test http://127.0.0.1:*",
  )
})

test('a wrong path is reported at the registered callback', async () => {
  const github = await openGithub()

  const reply = await fetch(github.authorizeUrl({ redirect_uri: `${CALLBACK}/more` }), {
    redirect: 'manual',
  })

  expect(reply.status).toBe(302)
  expect(reply.headers.get('location')).toContain(`${CALLBACK}?error=redirect_uri_mismatch`)
  expect(callbackOf(reply).get('error_description')).toBe(
    'The redirect_uri MUST match the registered callback URL for this application.',
  )
})

test.each(['https://evil.example/auth/v1/callback', 'javascript:alert(1)', 'not an address'])(
  'nobody is ever sent to %s',
  async (redirect_uri) => {
    const github = await openGithub()

    const shown = await fetch(github.authorizeUrl({ redirect_uri }), { redirect: 'manual' })
    const pressed = await github.answer({ person: 'mia-torres' }, { redirect_uri })

    expect([shown.status, pressed.status]).toEqual([404, 404])
    expect(pressed.headers.get('location')).toBeNull()
  },
)

test('an unknown application gets a page and no redirect', async () => {
  const github = await openGithub()

  const reply = await fetch(github.authorizeUrl({ client_id: 'nobody' }), { redirect: 'manual' })

  expect(reply.status).toBe(404)
  expect(await reply.text()).toContain('No application is registered with this client_id.')
})

test.each([
  { code_challenge: PKCE.code_challenge, code_challenge_method: 'plain' },
  { code_challenge: PKCE.code_challenge },
  { code_challenge: 'too-short', code_challenge_method: 'S256' },
  { code_challenge_method: 'S256' },
])('%j is not a challenge that GitHub takes', async (inputs) => {
  const github = await openGithub()

  const reply = await github.answer({ person: 'mia-torres' }, inputs)

  expect(callbackOf(reply).get('error')).toBe('invalid_request')
})

test('the page preselects the last person', async () => {
  const github = await openGithub()
  await github.answer({ person: 'jonas-weber' })

  const afterwards = await (await fetch(github.authorizeUrl())).text()

  expect(afterwards).toContain('value="jonas-weber" required checked')
})

test('without a choice the form shows a problem and does not redirect', async () => {
  const github = await openGithub()

  const nobody = await github.answer({})
  const other = await github.answer({ person: 'unknown' })

  expect([nobody.status, other.status]).toEqual([422, 422])
})

test('another site cannot submit the authorize form', async () => {
  const github = await openGithub()

  const reply = await fetch(github.authorizeUrl(), {
    method: 'POST',
    body: new URLSearchParams({ person: 'mia-torres' }),
    headers: { origin: 'https://evil.example' },
    redirect: 'manual',
  })

  expect(reply.status).toBe(403)
})
