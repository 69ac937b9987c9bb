import * as z from 'zod/mini'

export const MOST_SSO_DOMAINS = 100
export const MOST_SSO_CLAIMS = 50
export const LONGEST_RESOURCE_ID = 200
export const MOST_METADATA_BYTES = 1024 * 1024

export const NAME_ID_FORMATS = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
] as const

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** `domain` is in lower case. */
export const isSsoDomain = (domain: string): boolean => DOMAIN.test(domain)

/** Why a response of an identity provider is not accepted. */
export const SSO_REFUSALS = [
  'declined',
  'malformed',
  'encrypted',
  'unsigned',
  'weak_signature',
  'wrong_signature',
  'wrong_destination',
  'wrong_issuer',
  'wrong_audience',
  'other_request',
  'not_yet_valid',
  'expired',
  'valid_too_long',
  'session_ended',
  'used_before',
  'no_identifier',
  'no_email',
  'foreign_domain',
  'no_new_accounts',
  'banned',
] as const

export type SsoRefusal = (typeof SSO_REFUSALS)[number]

/** What a test sign-in found. */
export const ssoTestReport = z.object({
  at: z.string(),
  /** null: it would sign in. `message` has the details in English. */
  refusal: z.nullable(z.object({ reason: z.enum(SSO_REFUSALS), message: z.string() })),
  /** What the response says; null: it cannot be read. */
  came: z.nullable(
    z.object({
      /** false: no signature of the provider covers it, so anybody may have written it. */
      isVerified: z.boolean(),
      issuer: z.nullable(z.string()),
      audiences: z.array(z.string()),
      recipient: z.nullable(z.string()),
      nameId: z.nullable(z.object({ value: z.string(), format: z.nullable(z.string()) })),
      attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
      /** How far the provider's clock is ahead of ours; below zero also by the time that delivery took. */
      clockAheadS: z.nullable(z.int()),
    }),
  ),
  /** How it is read by the provider's mapping; null: not accepted so far. */
  user: z.nullable(
    z.object({
      identifier: z.string(),
      email: z.string(),
      domain: z.string(),
      name: z.nullable(z.string()),
      claims: z.record(z.string(), z.unknown()),
      /** false: the sign-in would create an account. */
      hasAccount: z.boolean(),
    }),
  ),
  /** Sign-ins are refused until it is enabled. */
  isProviderDisabled: z.boolean(),
})

export type SsoTestReport = z.infer<typeof ssoTestReport>
