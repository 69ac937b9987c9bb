import * as z from 'zod/mini'
import { theServer } from '#db/database.ts'
import { validationFailed } from '#identity/errors.ts'
import {
  createSsoProvider,
  deleteSsoProvider,
  getSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from '#identity/sso/manage-providers.ts'
import { beginSsoTest, readSsoTest } from '#identity/sso/test-sign-in.ts'
import type { AuthContext, Route } from './auth-needs.ts'
import { clientOf, requireAdmin } from './caller.ts'
import { text } from './fields.ts'
import { readBody } from './read-body.ts'
import { readRedirectTo } from './redirect-parameters.ts'

const mappedClaim = z.object({
  name: text,
  names: z.optional(z.array(z.string())),
  default: z.optional(z.unknown()),
  array: z.optional(z.boolean()),
})

export const providerBody = z.object({
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

export const testBody = z.object({ redirect_to: text })

/** Ours: a sign-in that only shows what the provider says. */
export const postSsoTest: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const body = await readBody(c, testBody)
  const redirectTo = readRedirectTo(needs, c, body.redirect_to)

  const { identity } = needs
  const begun = await identity.db.as(theServer, (sql) =>
    beginSsoTest(sql, identity, nameOf(c), redirectTo),
  )

  return c.json(begun, 201)
}

export const getSsoTest: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const id = c.req.param('testId') ?? ''

  return c.json({ id, report: await readSsoTest(needs.identity, nameOf(c), id) })
}

const nameOf = (c: AuthContext): string => c.req.param('id') ?? ''
