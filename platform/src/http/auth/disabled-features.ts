import type { ErrorCode } from '@app/contract/errors'
import * as z from 'zod/mini'
import { AppError, type ErrorStatus } from '#errors/app-error.ts'
import { validationFailed } from '#identity/errors.ts'
import type { AuthNeeds, Route } from './auth-needs.ts'
import { text } from './fields.ts'
import { readBody } from './read-body.ts'

// Features that clients know but this service lacks. Each answers with the code that clients look for, because a bare
// 404 looks like a broken server.

const off =
  (code: ErrorCode, status: ErrorStatus, message: string): Route =>
  () =>
  async () => {
    throw new AppError(code, status, message)
  }

export const customProvidersOff = off('feature_disabled', 404, 'Custom providers are disabled')

export const scimOff = off('feature_disabled', 404, 'SCIM is disabled')

export const unknownRoute = off('not_found', 404, 'There is nothing at this address')

// SSO with a company's identity provider. No SSO provider can be registered yet, so with SAML enabled every provider is
// unknown.

const ssoBody = z.object({ provider_id: text, domain: text })

export const postSso: Route = (needs) => async (c) => {
  requireSaml(needs)
  const { provider_id: id, domain } = await readBody(c, ssoBody)
  if (id && domain) throw validationFailed('Only one of provider_id or domain supported')
  if (!id && !domain) throw validationFailed('A provider_id or domain needs to be provided')

  throw unknownProvider(id ? 'No such SSO provider' : 'No SSO provider assigned for this domain')
}

/** SAML's assertion consumer and metadata endpoints. */
export const samlEndpoint: Route = (needs) => async () => {
  requireSaml(needs)
  throw unknownProvider('No such SSO provider')
}

function requireSaml({ identity: { settings } }: AuthNeeds): void {
  if (!settings.samlEnabled) {
    throw new AppError('saml_provider_disabled', 404, 'SAML 2.0 is disabled')
  }
}

const unknownProvider = (message: string) => new AppError('sso_provider_not_found', 404, message)
