import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorCode } from '@app/contract/errors'
import type { MiddlewareHandler } from 'hono'
import { AppError, type ErrorStatus } from '#errors/app-error.ts'
import { within } from '#errors/within.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { validationFailed } from '#identity/errors.ts'
import type { AuthNeeds, Route } from './auth-needs.ts'
import { BASE } from './base.ts'

/** Answers depend on user and time, unless a route sets its own header. */
export const noStore: MiddlewareHandler<RequestContext> = (c, next) => {
  c.env.outgoing.frameHeaders.push('cache-control', 'no-store')

  return next()
}

/** PostgreSQL cannot store NUL, so URLs containing one are refused here; bodies are checked when parsed. */
export const refuseNul: MiddlewareHandler = async (c, next) => {
  if (/%00/.test(c.req.url)) throw validationFailed('The address holds a character that cannot be')

  await next()
}

export function timeLimit(limitMs: number): MiddlewareHandler {
  return (_c, next) => within(limitMs, next(), timedOut)
}

const timedOut = () =>
  new AppError('request_timeout', 504, 'Processing this request timed out, please retry')

/** Known and unknown addresses cause different amounts of work. A minimum time hides the difference. */
const MINIMUM_MS = 100

export const minimumResponseTime: MiddlewareHandler = async (_c, next) => {
  const minimum = pause(MINIMUM_MS)
  await next()
  await minimum
}

/** Browsers reach these by links and redirects, OAuth clients by what our metadata names; neither has an API key. */
const OPEN = new Set([
  '/verify',
  '/callback',
  '/authorize',
  '/.well-known/jwks.json',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/userinfo',
  '/oauth/clients/register',
  '/sso/saml/acs',
  '/sso/saml/finish',
  '/sso/saml/metadata',
])

/** Refuses requests without a valid API key, with the messages of Supabase's gateway. */
export function apiKeyGate({
  apiKeys,
  requireApiKey,
}: AuthNeeds): MiddlewareHandler<RequestContext> {
  return async (c, next) => {
    const path = c.req.path.slice(BASE.length).replace(/\/$/, '')
    if (!requireApiKey || OPEN.has(path)) return next()

    const key = c.req.header('apikey') ?? c.req.query('apikey')
    if (!key) return c.json({ message: 'No API key found in request' }, 401)
    if ((await apiKeys.roleOf(key)) === null) {
      return c.json({ message: 'Invalid authentication credentials' }, 401)
    }
    await next()
  }
}

/** Counted actions by method and path. Requests for a challenge or an address are not counted. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^POST \/signup$/, 'sign_up'],
  [/^POST \/(otp|magiclink|resend)$/, 'mail_code'],
  [/^POST \/recover$/, 'recover'],
  [/^(POST|GET) \/verify$/, 'verify'],
  [/^PUT \/user$/, 'change_account'],
  [/^POST \/logout$/, 'sign_out'],
  [/^(POST|GET) \/callback$/, 'provider'],
  [/^POST \/factors\/[^/]+\/verify$/, 'factor_verify'],
  [/^(POST|DELETE) \/factors(\/(?!.*\/)|$)/, 'factor_change'],
  [/^POST \/passkeys\/authentication\/verify$/, 'passkey'],
  [/^POST \/passkeys\/registration\/verify$|^DELETE \/passkeys\//, 'passkey_change'],
  [/^POST \/sso\/saml\/acs$/, 'company'],
  [/^POST \/oauth\/token$/, 'oauth_token'],
  [/^POST \/oauth\/authorizations\/[^/]+\/consent$/, 'oauth_consent'],
]

const GRANTS = ['password', 'refresh_token', 'pkce', 'id_token']

/** Counts calls that sign in or change an account, by what became of them. */
export const countEvents =
  ({ countEvent }: Pick<AuthNeeds, 'countEvent'>): MiddlewareHandler<RequestContext> =>
  async (c, next) => {
    await next()
    const action = actionOf(c.req.method, c.req.path.slice(BASE.length), c.req.query('grant_type'))
    if (action) countEvent(action, outcomeOf(c.res))
  }

function actionOf(method: string, path: string, grant: string | undefined): string | undefined {
  if (path !== '/token') return ACTIONS.find(([shape]) => shape.test(`${method} ${path}`))?.[1]

  return grant !== undefined && GRANTS.includes(grant) ? `token_${grant}` : undefined
}

/** Redirects carry a failure in their address. */
function outcomeOf({ status, headers }: Response): string {
  if (status === 429) return 'limited'
  if (status >= 500) return 'failed'
  if (status >= 400) return 'refused'

  return /[?#&]error=/.test(headers.get('location') ?? '') ? 'refused' : 'done'
}

// Features that clients know but this service lacks. Each answers with the code that clients look for, because a bare
// 404 looks like a broken server.

const off =
  (code: ErrorCode, status: ErrorStatus, message: string): Route =>
  () =>
  async () => {
    throw new AppError(code, status, message)
  }

export const scimOff = off('feature_disabled', 404, 'SCIM is disabled')

export const unknownRoute = off('not_found', 404, 'There is nothing at this address')
