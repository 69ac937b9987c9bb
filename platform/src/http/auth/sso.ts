import * as z from 'zod/mini'
import { AppError } from '#errors/app-error.ts'
import { toAppError } from '#http/frame/failures.ts'
import { validationFailed } from '#identity/errors.ts'
import { acceptResponse } from '#identity/sso/accept-response.ts'
import { beginSsoSignIn, requireSaml } from '#identity/sso/begin-sign-in.ts'
import { relayStateNotFound } from '#identity/sso/errors.ts'
import { findFinished, finishSsoSignIn } from '#identity/sso/finish-sign-in.ts'
import type { FinishedFlow } from '#identity/sso/flows-table.ts'
import { metadataXml } from '#identity/sso/service-provider.ts'
import { answerSsoTest, isOfTest } from '#identity/sso/test-sign-in.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { clientOf } from './caller.ts'
import { pkceFields, text } from './fields.ts'
import { readBody } from './read-body.ts'
import { readPkce, readRedirectTo } from './redirect-parameters.ts'
import {
  errorParameters,
  sessionParameters,
  withError,
  withFragment,
  withQuery,
} from './redirects.ts'
import { setStateCookie, takeStateCookie } from './state-cookie.ts'

export const beginBody = z.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: z._default(z.boolean(), false),
  /** Ours: a login page asks at each address, and mostly there is no provider. */
  is_optional: z._default(z.boolean(), false),
  ...pkceFields,
})

/** Begins a sign-in at the identity provider of a company. */
export const postSso: Route = (needs) => async (c) => {
  const sent = await readBody(c, beginBody).catch((error: unknown) => {
    // While SAML is off, that is the answer to everything.
    requireSaml(needs.identity)
    throw error
  })
  const { provider_id: providerId, domain, ...body } = sent
  // An operator may have switched it off after the login page was loaded.
  if (body.is_optional && !needs.identity.saml) return c.json({ url: null })
  const { finishUrl } = requireSaml(needs.identity)
  if (providerId && domain) throw validationFailed('Only one of provider_id or domain supported')
  const wanted = providerId ? { providerId } : domain ? { domain } : null
  if (!wanted) throw validationFailed('A provider_id or domain needs to be provided')

  const pkce = readPkce(body)
  const redirectTo = readRedirectTo(needs, c, body.redirect_to)
  const begun = await beginSsoSignIn(needs.identity, wanted, { redirectTo, pkce }).catch(
    (error: unknown) => {
      if (body.is_optional && isWithoutProvider(error)) return null
      throw error
    },
  )
  if (!begun) return c.json({ url: null })
  const { url, flowId } = begun
  if (!pkce) setStateCookie(c, finishUrl, flowId)

  return body.skip_http_redirect ? c.json({ url }) : c.redirect(url, 303)
}

const isWithoutProvider = (error: unknown) =>
  error instanceof AppError &&
  (error.code === 'sso_provider_not_found' || error.code === 'sso_provider_disabled')

/** Our metadata, which identity providers import. */
export const getSamlMetadata: Route = (needs) => async (c) => {
  const saml = requireSaml(needs.identity)
  const isChanging = saml.certificates.length > 1
  c.header('cache-control', `public, max-age=${isChanging ? 60 : 600}`)
  c.header('content-type', 'application/xml; charset=utf-8')
  if (c.req.query('download') === 'true') {
    c.header('content-disposition', 'attachment; filename="metadata.xml"')
  }

  return c.body(metadataXml(saml))
}

/** The assertion consumer service. A user is waiting, so every outcome is a redirect. */
export const postAcs: Route = (needs) => async (c) => {
  const { identity } = needs
  const { finishUrl } = requireSaml(identity)
  const form = new URLSearchParams(await c.req.text())
  const response = form.get('SAMLResponse') ?? ''
  const relayState = form.get('RelayState') ?? ''

  try {
    if (isOfTest(relayState)) {
      const { id, redirectTo } = await answerSsoTest(identity, { response, relayState })
      return c.redirect(withQuery(redirectTo, { sso_test: id }), 303)
    }
    const accepted = await acceptResponse(identity, { response, relayState, client: clientOf(c) })
    if ('refused' in accepted) {
      return c.redirect(refusalAt(accepted.flow.redirect_to, accepted.refused, needs), 303)
    }
    return c.redirect(withQuery(finishUrl, { flow: accepted.flow.id }), 303)
  } catch (thrown) {
    return c.redirect(refusalAt(identity.settings.siteUrl, thrown, needs), 303)
  }
}

/** Signs in the browser that began, which sends its cookie to this address. */
export const getSamlFinish: Route = (needs) => async (c) => {
  // A HEAD request must not consume the outcome.
  if (c.req.method === 'HEAD') return c.body(null, 200)

  let flow: FinishedFlow
  try {
    requireSaml(needs.identity)
    flow = await findFinished(needs.identity, c.req.query('flow') ?? '')
    requireSameBrowser(needs, c, flow)
  } catch (thrown) {
    return c.redirect(refusalAt(needs.identity.settings.siteUrl, thrown, needs), 303)
  }
  return c.redirect(await targetAfter(needs, c, flow), 302)
}

async function targetAfter(needs: AuthNeeds, c: AuthContext, flow: FinishedFlow): Promise<string> {
  try {
    const finished = await finishSsoSignIn(needs.identity, flow, clientOf(c))
    return 'code' in finished
      ? withQuery(flow.redirect_to, { code: finished.code })
      : withFragment(flow.redirect_to, sessionParameters(finished.session))
  } catch (thrown) {
    return refusalAt(flow.redirect_to, thrown, needs)
  }
}

/** A sign-in that began at the provider has no browser here yet; the operator has allowed those. */
function requireSameBrowser({ identity }: AuthNeeds, c: AuthContext, flow: FinishedFlow): void {
  const isBound = flow.code_challenge === null && flow.request_id !== null
  if (isBound && !takeStateCookie(c, requireSaml(identity).finishUrl, flow.id)) {
    throw relayStateNotFound()
  }
}

const refusalAt = (target: string, thrown: unknown, { log }: AuthNeeds): string => {
  const isKnown = thrown instanceof AppError && thrown.status < 500

  return withError(target, errorParameters(isKnown ? thrown : toAppError(thrown, log)))
}
