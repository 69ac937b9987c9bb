import * as z from 'zod/mini'
import {
  createCustomProvider,
  deleteCustomProvider,
  getCustomProvider,
  listCustomProviders,
  updateCustomProvider,
} from '#identity/custom-providers/manage-custom-providers.ts'
import { validationFailed } from '#identity/errors.ts'
import type { AuthContext, Route } from './auth-needs.ts'
import { clientOf, requireAdmin } from './caller.ts'
import { text } from './fields.ts'
import { readBody } from './read-body.ts'

const texts = z.optional(z.array(z.string()))
const flag = z.optional(z.boolean())

export const providerBody = z.object({
  provider_type: text,
  identifier: text,
  name: text,
  client_id: text,
  client_secret: text,
  issuer: text,
  scopes: texts,
  acceptable_client_ids: texts,
  authorization_params: z.optional(z.record(z.string(), z.string())),
  enabled: flag,
  pkce_enabled: flag,
  skip_nonce_check: flag,
  email_optional: flag,
  attribute_mapping: z.optional(z.record(z.string(), z.unknown())),
  custom_claims_allowlist: texts,
  discovery_url: text,
  authorization_url: text,
  token_url: text,
  userinfo_url: text,
  jwks_uri: text,
})

export const getCustomProviders: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const type = c.req.query('type') || 'oidc'
  if (type !== 'oidc' && type !== 'oauth2') throw validationFailed('type must be oauth2 or oidc')

  const providers = type === 'oidc' ? await listCustomProviders(needs.identity) : []
  return c.json({ providers })
}

export const postCustomProvider: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const input = await readProvider(c)

  return c.json(await createCustomProvider(needs.identity, input, clientOf(c)), 201)
}

export const getOneCustomProvider: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  return c.json(await getCustomProvider(needs.identity, identifierOf(c)))
}

export const putCustomProvider: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const input = await readProvider(c)

  return c.json(await updateCustomProvider(needs.identity, identifierOf(c), input, clientOf(c)))
}

export const deleteOneCustomProvider: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  await deleteCustomProvider(needs.identity, identifierOf(c), clientOf(c))
  return c.body(null, 204)
}

const identifierOf = (c: AuthContext): string => c.req.param('identifier') ?? ''

/** A protection that is switched off, or an address that discovery gives, is refused instead of ignored. */
async function readProvider(c: AuthContext) {
  const { pkce_enabled, skip_nonce_check, email_optional, ...body } = await readBody(
    c,
    providerBody,
  )
  const { attribute_mapping = {}, custom_claims_allowlist = [] } = body
  const { discovery_url, authorization_url, token_url, userinfo_url, jwks_uri } = body
  const isSet = {
    'pkce_enabled: false': pkce_enabled === false,
    'skip_nonce_check: true': skip_nonce_check === true,
    'email_optional: true': email_optional === true,
    attribute_mapping: Object.keys(attribute_mapping).length > 0,
    custom_claims_allowlist: custom_claims_allowlist.length > 0,
    discovery_url: Boolean(discovery_url),
    authorization_url: Boolean(authorization_url),
    token_url: Boolean(token_url),
    userinfo_url: Boolean(userinfo_url),
    jwks_uri: Boolean(jwks_uri),
  }

  const unsupported = Object.entries(isSet).flatMap(([name, is]) => (is ? [name] : []))
  return { ...body, unsupported }
}
