import { randomBytes } from 'node:crypto'
import { memberWithSession } from '@app/platform/test/identity/people.ts'
import { randomCases } from '@app/platform/test/random-cases.ts'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'
import { randomOf } from '#test/seeded-random.ts'
import { PIXEL } from '#test/upgrade/walk.ts'
import { mutated, type Recorded, send } from './mutations.ts'

const CASES = Number(process.env.MUTATED_REQUESTS ?? randomCases({ usual: 600, all: 6_000 }))
const SEED = Number(process.env.MUTATION_SEED ?? 20_261_119)
const AT_ONCE = 6

test(`${CASES} requests with something changed in them break nothing (seed ${SEED})`, async () => {
  const auth = await startAuth({
    env: {
      AUTH_RATE_LIMIT_FACTOR: '0',
      AUTH_OAUTH_SERVER_ENABLED: 'true',
      TRUSTED_PROXIES: '127.0.0.1',
      LEMON_SQUEEZY_API_KEY: randomBytes(24).toString('hex'),
      LEMON_SQUEEZY_STORE_ID: '1',
      LEMON_SQUEEZY_WEBHOOK_SECRET: randomBytes(24).toString('hex'),
      GITHUB_APP_WEBHOOK_SECRET: randomBytes(24).toString('hex'),
    },
  })
  const { session } = await memberWithSession(auth)
  const recorded = requestsOf(session, auth.keys.publishable)
  const random = randomOf(SEED)
  const plain = await Promise.all(recorded.map((one) => send(auth.url, one)))
  const strange: unknown[] = []
  const statuses = new Set<number | null>()

  for (let made = 0; made < CASES; made += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, at) =>
      mutated(recorded[(made + at) % recorded.length] as Recorded, random),
    )
    const answers = await Promise.all(some.map((one) => send(auth.url, one)))
    for (const [at, { status, retryAfter, text }] of answers.entries()) {
      statuses.add(status)
      const isBusy = status === 503 && retryAfter !== undefined
      const isBroken = (status ?? 0) >= 500 && status !== 501 && !isBusy
      const tells = /\n {4}at |node_modules|\.ts:\d+/.test(text)
      if (isBroken || tells)
        strange.push({ ...some[at], body: some[at]?.body?.toString(), status, text })
    }
  }

  expect(strange).toEqual([])
  // Recorded requests that were all refused would prove little, and so would changes that are all refused alike.
  expect(plain.filter(({ status }) => (status ?? 500) < 400).length).toBeGreaterThan(
    recorded.length / 2,
  )
  expect(statuses.size).toBeGreaterThan(5)
  expect((await fetch(`${auth.url}/readyz`)).status).toBe(200)
}, 600_000)

type Session = { access_token: string; refresh_token: string; user: { id: string } }

/** One of each kind of address: pages, files, rows, functions, identity, OAuth, SAML, webhooks. */
function requestsOf({ access_token, refresh_token, user }: Session, apikey: string): Recorded[] {
  const signed = { apikey, authorization: `Bearer ${access_token}` }
  const json = { ...signed, 'content-type': 'application/json' }
  const form = { ...signed, 'content-type': 'application/x-www-form-urlencoded' }
  const get = (path: string, headers: Record<string, string> = signed) => ({
    method: 'GET',
    path,
    headers,
  })
  const post = (path: string, body: object) => ({
    method: 'POST',
    path,
    headers: json,
    body: Buffer.from(JSON.stringify(body)),
  })
  const boundary = '----edge'
  const multipart = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n`,
    ),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name=""; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    PIXEL,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const file = `/storage/v1/object/avatars/${user.id}/a.png`

  return [
    get('/', { cookie: 'language=es; other="a b"', 'accept-language': 'es-ES,en;q=0.5' }),
    get('/docs/install?lang=en', { accept: 'text/html' }),
    get('/favicon.svg', { 'accept-encoding': 'br, gzip;q=0.5', 'if-none-match': '"x"' }),
    get('/rest/v1/projects?select=id,name&order=created_at.desc&limit=5', {
      ...signed,
      range: '0-9',
      prefer: 'count=exact',
    }),
    get('/rest/v1/plans?select=*&price=gte.0&or=(name.eq.a,name.like.*b*)', signed),
    post('/rest/v1/rpc/unknown_function', { a: 1 }),
    {
      ...post(file, {}),
      headers: {
        ...signed,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'x-upsert': 'true',
      },
      body: multipart,
    },
    {
      ...post(file, {}),
      method: 'PUT',
      headers: { ...signed, 'content-type': 'image/png' },
      body: PIXEL,
    },
    get(`/storage/v1/object/public/avatars/${user.id}/a.png`, { range: 'bytes=2-9' }),
    post('/storage/v1/object/list/avatars', {
      prefix: user.id,
      limit: 10,
      offset: 0,
      sortBy: { column: 'name', order: 'asc' },
    }),
    post(`/storage/v1/object/sign/avatars/${user.id}/a.png`, { expiresIn: 60 }),
    get('/auth/v1/user'),
    get('/auth/v1/settings'),
    get('/auth/v1/.well-known/jwks.json'),
    {
      method: 'PUT',
      path: '/auth/v1/user',
      headers: json,
      body: Buffer.from('{"data":{"full_name":"Ada"}}'),
    },
    post('/auth/v1/token?grant_type=refresh_token', { refresh_token }),
    post('/auth/v1/passkeys/authentication/options', {}),
    post('/auth/v1/passkeys/authentication/verify', {
      challenge_id: user.id,
      credential: {
        id: 'a',
        rawId: 'a',
        type: 'public-key',
        response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
        clientExtensionResults: {},
      },
    }),
    {
      ...post('/auth/v1/oauth/token', {}),
      headers: form,
      body: Buffer.from(
        'grant_type=authorization_code&code=x&client_id=y&redirect_uri=http%3A%2F%2Flocalhost&code_verifier=z',
      ),
    },
    get(
      '/auth/v1/oauth/authorize?client_id=x&redirect_uri=http://localhost/&response_type=code&code_challenge=a&code_challenge_method=S256',
    ),
    {
      ...post('/auth/v1/sso/saml/acs', {}),
      headers: form,
      body: Buffer.from('SAMLResponse=PHNhbWxwOlJlc3BvbnNlLz4%3D&RelayState=x'),
    },
    post('/functions/v1/check-subscription', {}),
    post('/functions/v1/sync-bolt-projects', {
      localProjects: [],
      conflictResolution: 'auto-resolve',
    }),
    {
      ...post('/webhooks/lemon-squeezy', { meta: {}, data: {} }),
      headers: { ...json, 'x-signature': 'ab'.repeat(32) },
    },
    {
      ...post('/webhooks/github', { action: 'created' }),
      headers: {
        ...json,
        'x-github-event': 'ping',
        'x-hub-signature-256': `sha256=${'ab'.repeat(32)}`,
      },
    },
    get('/extension/builder-hints.json'),
    get('/healthz'),
  ]
}
