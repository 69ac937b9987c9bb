import type { MiddlewareHandler } from 'hono'
import type { RequestContext } from '#http/frame/context.ts'
import type { AuthNeeds } from './auth-needs.ts'
import { BASE } from './base.ts'

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
