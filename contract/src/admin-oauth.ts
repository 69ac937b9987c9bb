import * as z from 'zod/mini'
import { nonce } from './admin.ts'
import { id } from './id.ts'
import { LONGEST_CLIENT_NAME, LONGEST_CLIENT_URI, MOST_REDIRECT_URIS } from './oauth.ts'

export const oauthClientKinds = ['first_party', 'third_party', 'dynamic'] as const

const clientsBody = z.object({
  action: z.literal('clients'),
  kind: z.optional(z.enum(oauthClientKinds)),
  after: z.optional(z.string().check(z.maxLength(500))),
})

export type OAuthClientsFilter = Omit<z.infer<typeof clientsBody>, 'action'>

/** What an admin writes; the identity service checks the addresses. */
const text = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_CLIENT_NAME)),
  uri: z.string().check(z.trim(), z.maxLength(LONGEST_CLIENT_URI)),
  redirectUris: z
    .array(z.string().check(z.maxLength(LONGEST_CLIENT_URI)))
    .check(z.minLength(1), z.maxLength(MOST_REDIRECT_URIS)),
  isFirstParty: z.boolean(),
}

/** `admin-oauth`. */
export const adminOAuthBody = z.discriminatedUnion('action', [
  clientsBody,
  z.object({ action: z.literal('create'), ...text, isPublic: z.boolean(), nonce }),
  z.object({ action: z.literal('update'), id, ...text, nonce }),
  z.object({ action: z.literal('regenerate_secret'), id, nonce }),
  z.object({ action: z.literal('delete'), id, nonce }),
])

export type AdminOAuthBody = z.infer<typeof adminOAuthBody>
export type OAuthClientText = Pick<
  Extract<AdminOAuthBody, { action: 'update' }>,
  'name' | 'uri' | 'redirectUris' | 'isFirstParty'
>

const client = z.object({
  id: z.string(),
  name: z.string(),
  uri: z.string(),
  redirectUris: z.array(z.string()),
  isFirstParty: z.boolean(),
  /** It has no secret. */
  isPublic: z.boolean(),
  /** Registered by the client itself. */
  isDynamic: z.boolean(),
  /** How many members have given it access. */
  members: z.int(),
  createdAt: z.string(),
})

export type OAuthClientLine = z.infer<typeof client>

export const oauthClientsReply = z.object({
  /** false: the server has no OAuth server, and the list is empty. */
  isEnabled: z.boolean(),
  /** Where clients find our addresses. */
  issuer: z.string(),
  items: z.array(client),
  next: z.nullable(z.string()),
  count: z.int(),
  isCapped: z.boolean(),
})

export type OAuthClientsReply = z.infer<typeof oauthClientsReply>

/** The secret is shown once; null for a client that cannot keep one. */
export const oauthSecretReply = z.object({ id: z.string(), secret: z.nullable(z.string()) })

export type OAuthSecretReply = z.infer<typeof oauthSecretReply>
