import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startAuth } from './auth-server.ts'
import { memberWithSession } from './people.ts'

const POSTS = [
  '/signup',
  '/token?grant_type=password',
  '/token?grant_type=refresh_token',
  '/token?grant_type=pkce',
  '/token?grant_type=id_token',
  '/otp',
  '/magiclink',
  '/recover',
  '/resend',
  '/verify',
  '/sso',
]
const ADMIN_POSTS = ['/invite', '/admin/generate_link', '/admin/users']
const FIELDS = [
  'email',
  'phone',
  'password',
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
]

const value = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.emailAddress(),
  fc.constantFrom('signup', 'recovery', 'sms', 'email_change', '15551234567', '24h', 's256'),
  fc.jsonValue(),
  fc.bigInt().map(String),
)
const body = fc.oneof(
  fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), fc.string()), value, { maxKeys: 6 }),
  fc.jsonValue(),
)
const query = fc.dictionary(
  fc.constantFrom('redirect_to', 'token', 'type', 'page', 'per_page', 'sort', 'filter', 'scope'),
  fc.string({ unit: 'binary', maxLength: 40 }),
  { maxKeys: 3 },
)

test('whatever anybody sends, nothing breaks', async () => {
  const auth = await startAuth({
    env: { AUTH_RATE_LIMIT_FACTOR: '0', AUTH_MAIL_INTERVAL_S: '0', AUTH_PHONE_ENABLED: 'true' },
  })
  const { id, session } = await memberWithSession(auth)
  const calls = fc.oneof(
    fc.constantFrom(...POSTS).map((path) => ({ method: 'POST', path })),
    fc.constantFrom(...ADMIN_POSTS).map((path) => ({
      method: 'POST',
      path,
      as: auth.keys.secret,
    })),
    fc.constant({ method: 'PUT', path: '/user', as: session.access_token }),
    fc.constant({ method: 'PUT', path: `/admin/users/${id}`, as: auth.keys.secret }),
    fc.constantFrom('/verify', '/authorize', '/callback').map((path) => ({ method: 'GET', path })),
    fc
      .constantFrom('/admin/users', '/admin/audit')
      .map((path) => ({ method: 'GET', path, as: auth.keys.secret })),
  )

  await fc.assert(
    fc.asyncProperty(calls, query, body, async (call, parameters, sent) => {
      const sign = call.path.includes('?') ? '&' : '?'
      const answer = await auth.call(`${call.path}${sign}${new URLSearchParams(parameters)}`, {
        ...call,
        ...(call.method !== 'GET' && { body: JSON.stringify(sent) }),
      })

      expect(answer.status, JSON.stringify([call, parameters, sent])).toBeLessThan(500)
    }),
    { numRuns: 300 },
  )
}, 120_000)
