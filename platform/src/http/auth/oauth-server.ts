import type { MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { readUuid } from '#db/uuid.ts'
import { AppError } from '#errors/app-error.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { validationFailed } from '#identity/errors.ts'
import { beginAuthorization } from '#identity/oauth-server/begin-authorization.ts'
import {
  decideAuthorization,
  readAuthorization,
} from '#identity/oauth-server/decide-authorization.ts'
import {
  authorizationNotFound,
  consentNotFound,
  insufficientScope,
} from '#identity/oauth-server/errors.ts'
import { listGrants, revokeGrant } from '#identity/oauth-server/grants.ts'
import { serverMetadata } from '#identity/oauth-server/server-metadata.ts'
import { readUserInfo } from '#identity/oauth-server/user-claims.ts'
import { signedInAs } from '#identity/sessions/authorise.ts'
import { isClientToken } from '#tokens/client-token.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { anyBearerOf, clientOf, memberOf } from './caller.ts'
import { text } from './fields.ts'
import { readBody } from './read-body.ts'

export const oauthServerRequired = ({
  identity: { settings },
}: AuthNeeds): MiddlewareHandler<RequestContext> => {
  return async (_c, next) => {
    if (!settings.oauthServerEnabled) {
      throw new AppError('feature_disabled', 404, 'The OAuth 2.1 server is disabled')
    }
    await next()
  }
}

/** The same document at both well-known addresses, because clients look at either. */
export const getServerMetadata: Route =
  ({ identity }) =>
  async (c) => {
    c.header('cache-control', 'public, max-age=600')

    return c.json(serverMetadata(identity))
  }

export const getOAuthAuthorize: Route = (needs) => async (c) => {
  // A HEAD request asks for nothing, and each request is a row.
  if (c.req.method === 'HEAD') return c.body(null, 200)

  const { searchParams } = new URL(c.req.url)
  return c.redirect(await beginAuthorization(needs.identity, searchParams), 302)
}

export const getAuthorization: Route = (needs) => async (c) => {
  const member = await memberOf(needs, c)
  requireOwnOrigin(needs, c)
  const id = authorizationIdOf(c)

  return c.json(await readAuthorization(needs.identity, signedInAs(member), id, clientOf(c)))
}

export const consentBody = z.object({ action: text })

export const postConsent: Route = (needs) => async (c) => {
  const member = await memberOf(needs, c)
  requireOwnOrigin(needs, c)
  const id = authorizationIdOf(c)
  const { action } = await readBody(c, consentBody)
  if (action !== 'approve' && action !== 'deny') {
    throw validationFailed('action must be approve or deny')
  }

  const decision = { id, action } as const
  return c.json(
    await decideAuthorization(needs.identity, signedInAs(member), decision, clientOf(c)),
  )
}

export const userInfo: Route = (needs) => async (c) => {
  const bearer = await anyBearerOf(needs, c)
  if (bearer.kind === 'claims' && !isClientToken(bearer.claims)) throw insufficientScope()

  return c.json(await readUserInfo(needs.identity, bearer))
}

export const getGrants: Route = (needs) => async (c) => {
  const { account } = await memberOf(needs, c)

  return c.json(await listGrants(needs.identity, account.id))
}

export const deleteGrant: Route = (needs) => async (c) => {
  const member = await memberOf(needs, c)
  const clientId = readUuid(c.req.query('client_id') ?? '')
  if (clientId === null) throw consentNotFound()

  await revokeGrant(needs.identity, signedInAs(member), clientId, clientOf(c))
  return c.body(null, 204)
}

/** A page of another site that holds a token must not consent for its user. Programs send no origin. */
function requireOwnOrigin({ identity: { settings } }: AuthNeeds, c: AuthContext): void {
  const origin = c.req.header('origin')
  const own = [settings.siteUrl, settings.apiUrl].map((url) => new URL(url).origin)
  if (origin !== undefined && !own.includes(origin)) {
    throw validationFailed('This request comes from another site')
  }
}

function authorizationIdOf(c: AuthContext): string {
  const id = readUuid(c.req.param('id') ?? '')
  if (id === null) throw authorizationNotFound()

  return id
}
