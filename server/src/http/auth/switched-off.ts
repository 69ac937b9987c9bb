import type { ErrorCode } from '@app/contract/errors'
import { AppError, type ErrorStatus } from '#errors/app-error.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Route } from './auth-needs.ts'
import { errorParameters, withQuery } from './redirects.ts'
import { memberOf } from './speaker.ts'

// Features that clients know and this installation does not have. Each says so in the words that
// clients look for, because a bare 404 would look like a broken server.

const off =
  (code: ErrorCode, status: ErrorStatus, message: string): Route =>
  () =>
  async () => {
    throw new AppError(code, status, message)
  }

export const samlOff = off('saml_provider_disabled', 404, 'SAML 2.0 is disabled')

export const passkeysOff = off('passkey_disabled', 404, 'Passkeys are disabled')

export const oauthServerOff = off('feature_disabled', 404, 'The OAuth 2.1 server is disabled')

export const providersOff: Route = () => async () => {
  throw validationFailed('Unsupported provider: provider is not enabled')
}

/** Whoever lands here came from a provider we never sent him to. */
export const callbackOff: Route =
  ({ identity }) =>
  async (c) => {
    const refusal = c.req.query('state')
      ? new AppError('bad_oauth_state', 400, 'OAuth state is invalid')
      : new AppError('bad_oauth_callback', 400, 'OAuth state parameter missing')

    return c.redirect(withQuery(identity.settings.siteUrl, errorParameters(refusal)), 303)
  }

export const linkingOff: Route = (needs) => async (c) => {
  await memberOf(needs, c)
  if (!needs.identity.settings.manualLinking) {
    throw new AppError('manual_linking_disabled', 404, 'Manual linking is disabled')
  }
  throw validationFailed('Unsupported provider: provider is not enabled')
}

export const factorsOff: Route = (needs) => async (c) => {
  const { account } = await memberOf(needs, c)
  if (account.is_anonymous) {
    throw new AppError(
      'no_authorization',
      403,
      'Anonymous user not allowed to perform these actions',
    )
  }
  throw new AppError(
    'mfa_totp_enroll_not_enabled',
    422,
    'MFA enroll is disabled for App Authenticator',
  )
}

export const unknownRoute = off('not_found', 404, 'There is nothing at this address')
