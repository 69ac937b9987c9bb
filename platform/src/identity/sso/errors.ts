import type { SsoRefusal } from '@app/contract/sso'
import { AppError } from '#errors/app-error.ts'
import { validationFailed } from '#identity/errors.ts'

export const samlDisabled = () =>
  new AppError('saml_provider_disabled', 404, 'SAML 2.0 is disabled')

export const providerNotFound = (message = 'No such SSO provider') =>
  new AppError('sso_provider_not_found', 404, message)

export const ssoProviderDisabled = () =>
  new AppError('sso_provider_disabled', 404, 'This SSO provider is disabled')

// Errors of a response

export const relayStateNotFound = () =>
  new AppError('saml_relay_state_not_found', 404, 'This sign-in was not begun here, or is over')

export const relayStateExpired = () =>
  new AppError('saml_relay_state_expired', 422, 'The sign-in took too long, please begin again')

export const idpNotFound = () =>
  new AppError('saml_idp_not_found', 404, 'No SSO provider has the issuer of this response')

/** One code for everything an attacker might try; the words help whoever sets up a provider. */
export class ResponseRefused extends AppError {
  readonly reason: SsoRefusal

  constructor(why: string, reason: SsoRefusal, options?: ErrorOptions) {
    super('validation_failed', 400, `The SAML response is not accepted: ${why}`, options)
    this.reason = reason
  }
}

export const badResponse = (
  why: string,
  reason: SsoRefusal = 'malformed',
  options?: ErrorOptions,
) => new ResponseRefused(why, reason, options)

export const userIdMissing = () =>
  new AppError(
    'saml_assertion_no_user_id',
    400,
    'The SAML assertion has no lasting identifier of the user',
  )

export const samlEmailMissing = () =>
  new AppError('saml_assertion_no_email', 400, 'The SAML assertion has no email address')

export const emailOutsideDomains = () =>
  new AppError(
    'email_address_not_authorized',
    403,
    'The email address does not belong to a domain of this SSO provider',
  )

// Errors of the administration

export const testNotFound = () => new AppError('not_found', 404, 'No such test sign-in')

export const domainTaken = (domain: string) =>
  new AppError(
    'sso_domain_already_exists',
    400,
    `The domain ${domain} belongs to another SSO provider`,
  )

export const entityTaken = () =>
  new AppError('saml_idp_already_exists', 422, 'An SSO provider with this entity id already exists')

export const entityMismatch = () =>
  new AppError(
    'saml_entity_id_mismatch',
    400,
    'The metadata has another entity id: create a new SSO provider instead',
  )

export const metadataFetchFailed = (why: string) =>
  new AppError('saml_metadata_fetch_failed', 400, `The metadata cannot be fetched: ${why}`)

export const badMetadata = (why: string) =>
  validationFailed(`This is not the SAML metadata of an identity provider: ${why}`)

export const resourceTaken = () =>
  new AppError('conflict', 422, 'An SSO provider with this resource_id already exists')
