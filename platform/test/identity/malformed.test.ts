import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AuthNeeds } from '#http/auth/auth-needs.ts'
import { authRoutes } from '#http/auth/routes.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { memberWithSession } from './people.ts'

const FIELDS = [
  'email',
  'phone',
  'password',
  'password_hash',
  'data',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'create_user',
  'gotrue_meta_security',
  'user_metadata',
  'app_metadata',
  'ban_duration',
  'role',
  'id',
  'new_email',
  'redirect_to',
  'nonce',
  'current_password',
  'id_token',
  'access_token',
  'provider',
  'provider_id',
  'domain',
  'link_identity',
  'factor_type',
  'friendly_name',
  'challenge_id',
  'code',
  'should_soft_delete',
]
const PARAMETERS = [
  'redirect_to',
  'token',
  'type',
  'page',
  'per_page',
  'sort',
  'filter',
  'query',
  'scope',
  'provider',
  'scopes',
  'state',
  'code',
  'error',
  'invite_token',
  'skip_http_redirect',
]
const GRANTS = ['password', 'refresh_token', 'pkce', 'id_token', 'web3']
const UUID = '00000000-0000-4000-8000-000000000000'

const value = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.emailAddress(),
  fc.constantFrom('signup', 'recovery', 'sms', 'email_change', '15551234567', '24h', 's256'),
  fc.constantFrom('totp', 'google', 'github', UUID, 'a@b.test', 'x'.repeat(43)),
  fc.jsonValue(),
  fc.bigInt().map(String),
)
const body = fc.oneof(
  fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), fc.string()), value, { maxKeys: 6 }),
  fc.jsonValue(),
)
const query = fc.dictionary(
  fc.constantFrom(...PARAMETERS),
  fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('signup', 'github', '1')),
  { maxKeys: 3 },
)
const RUNS_EACH = 8

test('whatever anybody sends, and wherever, nothing breaks', async () => {
  const auth = await startAuth({
    env: { AUTH_RATE_LIMIT_FACTOR: '0', AUTH_MAIL_INTERVAL_S: '0', AUTH_PHONE_ENABLED: 'true' },
  })
  const bystander = await memberWithSession(auth)
  const routes = everyRoute()

  expect(routes.length).toBeGreaterThan(45)
  await eachInLanes(routes, async (route) => {
    const member = mayEndSessions(route) ? await memberWithSession(auth) : bystander
    await fc.assert(
      fc.asyncProperty(callsTo(route, auth, member), query, body, async (call, asked, sent) => {
        const sign = call.path.includes('?') ? '&' : '?'
        const answer = await auth.call(`${call.path}${sign}${new URLSearchParams(asked)}`, {
          ...call,
          ...(call.method !== 'GET' && { body: JSON.stringify(sent) }),
        })

        expect(answer.status, JSON.stringify([call, asked, sent])).toBeLessThan(500)
      }),
      { numRuns: RUNS_EACH },
    )
  })
}, 120_000)

/** A few at once: most of an answer's time is waiting, and too many would wait for each other. */
async function eachInLanes(routes: Route[], visit: (route: Route) => Promise<void>) {
  const left = routes.values()
  const lane = async () => {
    for (const route of left) await visit(route)
  }
  await Promise.all(Array.from({ length: 4 }, lane))
}

type Route = { method: string; path: string }
type Member = Awaited<ReturnType<typeof memberWithSession>>

/** As the service's own table names them, so that a new one is never forgotten here. */
function everyRoute(): Route[] {
  const { routes } = authRoutes({ identity: {} } as AuthNeeds)
  const named = routes.filter(({ path }) => !/^\/?\*$/.test(path))
  const grants = GRANTS.map((grant) => ['POST', `/token?grant_type=${grant}`])
  const pairs = [...named.map(({ method, path }) => [method, path]), ...grants]

  return [...new Set(pairs.map((pair) => pair.join(' ')))].map((pair) => {
    const [method = '', path = ''] = pair.split(' ')
    return { method: method === 'ALL' ? 'POST' : method, path }
  })
}

const mayEndSessions = ({ method, path }: Route) =>
  path === '/logout' || method === 'PUT' || method === 'DELETE'

function callsTo({ method, path }: Route, auth: AuthServer, { id, session }: Member) {
  const piece = fc.oneof(
    fc.constantFrom(id, UUID),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(encodeURIComponent),
  )
  const filled = piece.map((one) => path.replace(/:\w+|\*/g, one))
  const bearer = fc.oneof(
    { weight: 3, arbitrary: fc.constant(owner(path, auth, session.access_token)) },
    { weight: 1, arbitrary: fc.constantFrom('', 'nonsense', session.refresh_token) },
  )

  return fc.record({ method: fc.constant(method), path: filled, as: bearer })
}

const owner = (path: string, { keys }: AuthServer, token: string) =>
  /^\/(admin|invite)/.test(path) ? keys.secret : token
