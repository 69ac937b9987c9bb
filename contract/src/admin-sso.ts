import * as z from 'zod/mini'
import { nonce } from './admin.ts'
import { id } from './id.ts'
import {
  isSsoDomain,
  LONGEST_RESOURCE_ID,
  MOST_METADATA_BYTES,
  MOST_SSO_CLAIMS,
  MOST_SSO_DOMAINS,
  NAME_ID_FORMATS,
  ssoTestReport,
} from './sso.ts'

export const ssoProviderStates = ['enabled', 'disabled'] as const

const providersBody = z.object({
  action: z.literal('providers'),
  state: z.optional(z.enum(ssoProviderStates)),
  after: z.optional(z.string().check(z.maxLength(500))),
})

export type SsoProvidersFilter = Omit<z.infer<typeof providersBody>, 'action'>

const LONGEST_TEXT = 1000

const mappedClaim = z.object({
  /** The first of these attributes that came. */
  names: z.array(z.string().check(z.minLength(1), z.maxLength(LONGEST_TEXT))),
  /** All values instead of the first. */
  isList: z.boolean(),
  /** Used where none came; null: then the claim is missing. */
  fallback: z.unknown(),
})

/** By claim. */
const mapping = z
  .record(z.string().check(z.minLength(1), z.maxLength(200)), mappedClaim)
  .check(z.refine((keys) => Object.keys(keys).length <= MOST_SSO_CLAIMS))

export type SsoMapping = z.infer<typeof mapping>

/** What an admin sets. */
const text = {
  /** At most one of both. */
  metadataUrl: z.optional(z.string().check(z.maxLength(2048))),
  metadataXml: z.optional(z.string().check(z.maxLength(MOST_METADATA_BYTES))),
  domains: z
    .array(z.string().check(z.trim(), z.toLowerCase(), z.refine(isSsoDomain)))
    .check(z.maxLength(MOST_SSO_DOMAINS)),
  mapping,
  nameIdFormat: z.enum(NAME_ID_FORMATS),
  /** Empty: none. */
  resourceId: z.string().check(z.trim(), z.maxLength(LONGEST_RESOURCE_ID)),
}

/** `admin-sso`. */
export const adminSsoBody = z.discriminatedUnion('action', [
  providersBody,
  z.object({ action: z.literal('create'), ...text, nonce }),
  /** Without metadata, the stored one stays. */
  z.object({ action: z.literal('update'), id, ...text, nonce }),
  z.object({ action: z.literal('set_disabled'), id, isDisabled: z.boolean(), nonce }),
  /** Only of a disabled provider. */
  z.object({ action: z.literal('delete'), id, nonce }),
  z.object({ action: z.literal('fetch_metadata'), id }),
  z.object({ action: z.literal('begin_test'), id }),
  z.object({ action: z.literal('test'), id, testId: id }),
])

export type AdminSsoBody = z.infer<typeof adminSsoBody>
export type SsoProviderText = Omit<Extract<AdminSsoBody, { action: 'create' }>, 'action' | 'nonce'>

const provider = z.object({
  id: z.string(),
  entityId: z.string(),
  domains: z.array(z.string()),
  isDisabled: z.boolean(),
  /** The operator's own name; null: none. */
  resourceId: z.nullable(z.string()),
  /** null: the metadata was pasted. */
  metadataUrl: z.nullable(z.string()),
  mapping,
  /** null: the default, a persistent one. */
  nameIdFormat: z.nullable(z.string()),
  /** When the metadata or its last certificate ends; null: it does not say. */
  metadataEndsAt: z.nullable(z.string()),
  metadataFetchedAt: z.nullable(z.string()),
  /** Why the last fetch failed. */
  metadataFailure: z.nullable(z.string()),
  /** How many accounts have signed in by it. */
  users: z.int(),
  createdAt: z.string(),
})

export type SsoProviderLine = z.infer<typeof provider>

export const ssoProvidersReply = z.object({
  /** Our side, which companies configure; null: SAML is off. */
  serviceProvider: z.nullable(
    z.object({
      entityId: z.string(),
      acsUrl: z.string(),
      /** PEM; the next one is published before it is used. */
      certificates: z.array(z.string()),
    }),
  ),
  items: z.array(provider),
  next: z.nullable(z.string()),
  count: z.int(),
  isCapped: z.boolean(),
})

export type SsoProvidersReply = z.infer<typeof ssoProvidersReply>

export const ssoCreatedReply = z.object({ id: z.string() })

export type SsoCreatedReply = z.infer<typeof ssoCreatedReply>

/** `url`: where the test goes on, at the provider. */
export const ssoTestBegun = z.object({ id: z.string(), url: z.url({ protocol: /^https?$/ }) })

export type SsoTestBegun = z.infer<typeof ssoTestBegun>

/** null: no response has come yet. */
export const ssoTestReply = z.object({ report: z.nullable(ssoTestReport) })

export type SsoTestReply = z.infer<typeof ssoTestReply>
