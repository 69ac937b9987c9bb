import { randomUUID } from 'node:crypto'
import type { OAuthClientJson } from '@app/contract/oauth'
import { theServer } from '#db/database.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import {
  type ClientAdmin,
  changeClient,
  createClient,
  removeClient,
  renewSecret,
} from './change-clients.ts'
import type { ClientFields } from './client-fields.ts'
import { clientJson } from './client-json.ts'
import { type ClientWindow, findClient, listClients } from './clients-table.ts'
import { clientNotFound, registrationDisabled } from './errors.ts'

type Needs = Pick<Identity, 'db' | 'clock'>

export async function listOAuthClients({ db }: Pick<Identity, 'db'>, window: ClientWindow) {
  const { clients, total } = await db.as(theServer, (sql) => listClients(sql, window))

  return { clients: clients.map((client) => clientJson(client)), total }
}

export async function getOAuthClient(
  { db }: Pick<Identity, 'db'>,
  id: string,
): Promise<OAuthClientJson> {
  const client = await db.as(theServer, (sql) => findClient(sql, id))
  if (!client) throw clientNotFound()

  return clientJson(client)
}

export const createOAuthClient = (needs: Needs, admin: ClientAdmin, fields: ClientFields) =>
  needs.db.as(theServer, (sql) =>
    createClient(sql, needs, admin, { id: randomUUID(), fields, registration: 'manual' }),
  )

/** For anybody, where it is switched on. Such a client is never first-party. */
export async function registerOAuthClient(
  needs: Needs & Pick<Identity, 'settings'>,
  client: Client,
  fields: ClientFields,
): Promise<OAuthClientJson> {
  if (!needs.settings.oauthDynamicRegistration) throw registrationDisabled()
  const { is_first_party: _, ...allowed } = fields
  const input = { id: randomUUID(), fields: allowed, registration: 'dynamic' } as const

  return needs.db.as(theServer, (sql) => createClient(sql, needs, { actor: {}, client }, input))
}

export const updateOAuthClient = (
  needs: Needs,
  admin: ClientAdmin,
  id: string,
  fields: ClientFields,
) => needs.db.as(theServer, (sql) => changeClient(sql, needs, admin, id, fields))

export const regenerateClientSecret = (needs: Needs, admin: ClientAdmin, id: string) =>
  needs.db.as(theServer, (sql) => renewSecret(sql, needs, admin, id))

export const deleteOAuthClient = (needs: Needs, admin: ClientAdmin, id: string) =>
  needs.db.as(theServer, (sql) => removeClient(sql, needs, admin, id))
