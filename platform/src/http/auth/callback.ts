import { cut } from '@app/contract/storable'
import { AppError } from '#errors/app-error.ts'
import { toAppError } from '#http/frame/failures.ts'
import { claimState, type ReturnedAttempt } from '#identity/flows/claim-state.ts'
import { finishProviderSignIn, recordDenial } from '#identity/flows/finish-provider-sign-in.ts'
import { callbackAddress } from '#identity/oauth/callback-address.ts'
import { stateInvalid } from '#identity/oauth/errors.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { clientOf } from './caller.ts'
import {
  errorParameters,
  sessionParameters,
  withError,
  withFragment,
  withQuery,
} from './redirects.ts'
import { takeStateCookie } from './state-cookie.ts'

/** The OAuth callback. A user is waiting, so every outcome is a redirect. */
export const callback: Route = (needs) => async (c) => {
  // A HEAD request must not consume the state.
  if (c.req.method === 'HEAD') return c.body(null, 200)

  const parameters = await parametersOf(c)
  let returned: ReturnedAttempt
  try {
    returned = await claimState(needs.identity, parameters.get('state'))
    requireSameBrowser(needs, c, returned)
  } catch (thrown) {
    const { siteUrl } = needs.identity.settings
    return c.redirect(withQuery(siteUrl, refusalParameters(asKnown(thrown, needs))), 303)
  }
  return c.redirect(await targetAfter(needs, c, returned, parameters), 302)
}

function requireSameBrowser(
  { identity }: AuthNeeds,
  c: AuthContext,
  { id, redirect }: ReturnedAttempt,
): void {
  if (redirect.pkce) return
  if (!takeStateCookie(c, callbackAddress(identity), id)) throw stateInvalid()
}

async function targetAfter(
  needs: AuthNeeds,
  c: AuthContext,
  returned: ReturnedAttempt,
  parameters: URLSearchParams,
): Promise<string> {
  const target = returned.redirect.redirectTo
  const denial = denialIn(parameters)
  if (denial) {
    await recordDenial(needs.identity, returned, clientOf(c))
    return withError(target, denial)
  }

  try {
    const finished = await finishProviderSignIn(needs.identity, returned, parameters, clientOf(c))
    return 'code' in finished
      ? withQuery(target, { code: finished.code })
      : withFragment(target, sessionParameters(finished.session))
  } catch (thrown) {
    return withError(target, refusalParameters(asKnown(thrown, needs)))
  }
}

/** Most providers use the query; with `response_mode=form_post` they send a form. */
async function parametersOf(c: AuthContext): Promise<URLSearchParams> {
  const { searchParams } = new URL(c.req.url)
  if (c.req.method !== 'POST') return searchParams

  for (const [name, value] of new URLSearchParams(await c.req.text())) searchParams.set(name, value)
  return searchParams
}

type Parameters = Record<string, string>

const LONGEST_DESCRIPTION = 500

/** The provider's own error, shortened but otherwise unchanged. */
function denialIn(parameters: URLSearchParams): Parameters | null {
  const error = parameters.get('error')
  if (!error) return null

  const description = cut(parameters.get('error_description') ?? '', LONGEST_DESCRIPTION)
  return {
    error: cut(error, LONGEST_DESCRIPTION),
    ...(description && { error_description: description }),
  }
}

/** OAuth calls these `access_denied`, whatever their status. */
const DENIALS = ['signup_disabled', 'user_banned', 'provider_email_needs_verification']

const refusalParameters = (error: AppError): Parameters => ({
  ...errorParameters(error),
  ...(DENIALS.includes(error.code) && { error: 'access_denied' }),
})

const asKnown = (thrown: unknown, { log }: AuthNeeds): AppError =>
  thrown instanceof AppError && thrown.status < 500 ? thrown : toAppError(thrown, log)
