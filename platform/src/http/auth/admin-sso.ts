import * as z from 'zod/mini'
import { validationFailed } from '#identity/errors.ts'
import {
  createSsoProvider,
  deleteSsoProvider,
  getSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from '#identity/sso/manage-providers.ts'
import type { AuthContext, Route } from './auth-needs.ts'
import { clientOf, requireAdmin } from './caller.ts'
import { text } from './fields.ts'
import { readBody } from './read-body.ts'

const mappedClaim = z.object({
  name: text,
  names: z.optional(z.array(z.string())),
  default: z.optional(z.unknown()),
  array: z.optional(z.boolean()),
})

const providerBody = z.object({
  type: text,
  metadata_url: text,
  metadata_xml: text,
  domains: z.optional(z.array(z.string())),
  attribute_mapping: z.optional(z.object({ keys: z.optional(z.record(z.string(), mappedClaim)) })),
  name_id_format: text,
  resource_id: text,
  disabled: z.optional(z.boolean()),
})

export const getSsoProviders: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const items = await listSsoProviders(needs.identity, {
    resourceId: c.req.query('resource_id') || undefined,
    prefix: c.req.query('resource_id_prefix') || undefined,
  })

  return c.json({ items })
}

export const postSsoProvider: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const { type, ...input } = await readBody(c, providerBody)
  if (type !== 'saml') throw validationFailed('Only SAML 2.0 SSO providers are supported')

  return c.json(await createSsoProvider(needs.identity, input, { client: clientOf(c) }), 201)
}

export const getOneSsoProvider: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  return c.json(await getSsoProvider(needs.identity, nameOf(c)))
}

export const putSsoProvider: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const { type: _type, ...input } = await readBody(c, providerBody)

  return c.json(await updateSsoProvider(needs.identity, nameOf(c), input, { client: clientOf(c) }))
}

export const deleteOneSsoProvider: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  return c.json(await deleteSsoProvider(needs.identity, nameOf(c), { client: clientOf(c) }))
}

const nameOf = (c: AuthContext): string => c.req.param('id') ?? ''
