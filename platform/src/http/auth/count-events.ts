import type { MiddlewareHandler } from 'hono'
import type { RequestContext } from '#http/frame/context.ts'
import type { AuthNeeds } from './auth-needs.ts'
import { BASE } from './base.ts'

/** What counts, by method and path. What only asks for a challenge or an address does not. */
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
