import * as z from 'zod/mini'
import { secondsNow } from '#clock/clock.ts'
import { readUuid } from '#db/uuid.ts'
import { theService } from '#identity/audit/record.ts'
import { clientNotFound } from '#identity/oauth-server/errors.ts'
import {
  createOAuthClient,
  deleteOAuthClient,
  getOAuthClient,
  listOAuthClients,
  regenerateClientSecret,
  registerOAuthClient,
  updateOAuthClient,
} from '#identity/oauth-server/manage-clients.ts'
import type { AuthContext, Route } from './auth-needs.ts'
import { clientOf, requireAdmin } from './caller.ts'
import { text } from './fields.ts'
import { readPaging, setPagingHeaders } from './paging.ts'
import { readBody } from './read-body.ts'

const texts = z.optional(z.array(z.string()))

export const clientBody = z.object({
  client_name: text,
  client_uri: text,
  logo_uri: text,
  redirect_uris: texts,
  grant_types: texts,
  response_types: texts,
  token_endpoint_auth_method: text,
  client_type: text,
  is_first_party: z.optional(z.boolean()),
})

export const getAdminClients: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const paging = readPaging(c)
  const { clients, total } = await listOAuthClients(needs.identity, paging)

  setPagingHeaders(c, '/admin/oauth/clients', paging, total)
  return c.json({ clients })
}

export const postAdminClients: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const body = await readBody(c, clientBody)

  return c.json(await createOAuthClient(needs.identity, byService(c), body), 201)
}

export const getAdminClient: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  return c.json(await getOAuthClient(needs.identity, clientIdOf(c)))
}

export const putAdminClient: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const id = clientIdOf(c)
  const body = await readBody(c, clientBody)

  return c.json(await updateOAuthClient(needs.identity, byService(c), id, body))
}

export const deleteAdminClient: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  await deleteOAuthClient(needs.identity, byService(c), clientIdOf(c))
  return c.body(null, 204)
}

export const postRegenerateSecret: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  return c.json(await regenerateClientSecret(needs.identity, byService(c), clientIdOf(c)))
}

/** RFC 7591. Only clients with a secret are told that it never expires. */
export const postRegister: Route = (needs) => async (c) => {
  const body = await readBody(c, clientBody)
  const { is_first_party: _, ...client } = await registerOAuthClient(
    needs.identity,
    clientOf(c),
    body,
  )

  return c.json(
    {
      ...client,
      client_id_issued_at: secondsNow(needs.identity.clock),
      ...(client.client_secret && { client_secret_expires_at: 0 }),
    },
    201,
  )
}

const byService = (c: AuthContext) => ({ actor: theService, client: clientOf(c) })

function clientIdOf(c: AuthContext): string {
  const id = readUuid(c.req.param('id') ?? '')
  if (id === null) throw clientNotFound()

  return id
}
