import { randomBytes } from 'node:crypto'
import type { OAuthClientJson } from '@app/contract/oauth'
import type { Sql } from '#db/database.ts'
import { type Actor, record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { storedHash } from '#identity/one-time/codes.ts'
import { deleteClientSessions } from '#identity/sessions/sessions-table.ts'
import { type ClientFields, describeClient, readFields } from './client-fields.ts'
import { clientJson } from './client-json.ts'
import {
  type ClientRow,
  deleteClient,
  insertClient,
  lockClient,
  updateClient,
} from './clients-table.ts'
import { deleteConsentsOf } from './consents-table.ts'
import { clientNotFound, secretlessClient } from './errors.ts'

// In the caller's transaction, because the product's admin area writes an audit line of its own with each change.

type Needs = Pick<Identity, 'clock'>

/** Who changes clients: the service key, or an admin of the product. */
export type ClientAdmin = { actor: Actor; client: Client }

type Creation = {
  id: string
  fields: ClientFields
  registration: ClientRow['registration_type']
}

export async function createClient(
  sql: Sql,
  needs: Needs,
  admin: ClientAdmin,
  { id, fields, registration }: Creation,
): Promise<OAuthClientJson> {
  const described = describeClient(fields)
  const secret = described.client_type === 'public' ? null : newSecret()
  const now = needs.clock.now()
  const row: ClientRow = {
    ...described,
    id,
    client_secret_hash: secret && storedHash(secret),
    registration_type: registration,
    is_first_party: fields.is_first_party ?? false,
    created_at: now,
    updated_at: now,
  }

  await insertClient(sql, row)
  await audit(sql, needs, admin, 'oauth_client_created', row)
  return clientJson(row, secret)
}

/** Changes only what is named. A client that is no longer first-party loses its grants and sessions, which reach data. */
export async function changeClient(
  sql: Sql,
  needs: Needs,
  admin: ClientAdmin,
  id: string,
  fields: ClientFields,
): Promise<OAuthClientJson> {
  const { is_first_party: firstParty } = fields
  const named = {
    ...readFields(fields),
    ...(firstParty !== undefined && { is_first_party: firstParty }),
  }
  if (Object.keys(named).length === 0) throw validationFailed('No fields provided for update')

  const client = await lockClient(sql, id)
  if (!client) throw clientNotFound()
  const changed = { ...client, ...named, updated_at: needs.clock.now() }
  if (changed.client_type !== client.client_type) {
    throw validationFailed('A client cannot change between public and confidential')
  }
  if (changed.is_first_party && changed.registration_type === 'dynamic') {
    throw validationFailed('A dynamically registered client cannot be first-party')
  }

  await updateClient(sql, changed)
  if (client.is_first_party && !changed.is_first_party) await endClient(sql, id)
  await audit(sql, needs, admin, 'oauth_client_updated', changed)
  return clientJson(changed)
}

export async function renewSecret(
  sql: Sql,
  needs: Needs,
  admin: ClientAdmin,
  id: string,
): Promise<OAuthClientJson> {
  const client = await lockClient(sql, id)
  if (!client) throw clientNotFound()
  if (client.client_type === 'public') throw secretlessClient()

  const secret = newSecret()
  const changed = {
    ...client,
    client_secret_hash: storedHash(secret),
    updated_at: needs.clock.now(),
  }
  await updateClient(sql, changed)
  await audit(sql, needs, admin, 'oauth_client_secret_regenerated', changed)
  return clientJson(changed, secret)
}

/** With its grants, requests and sessions. */
export async function removeClient(
  sql: Sql,
  needs: Needs,
  admin: ClientAdmin,
  id: string,
): Promise<void> {
  const client = await lockClient(sql, id)
  if (!client) throw clientNotFound()

  await endClient(sql, id)
  await deleteClient(sql, id)
  await audit(sql, needs, admin, 'oauth_client_deleted', client)
}

async function endClient(sql: Sql, id: string): Promise<void> {
  await deleteConsentsOf(sql, id)
  await deleteClientSessions(sql, id)
}

const newSecret = () => randomBytes(32).toString('base64url')

const audit = (
  sql: Sql,
  needs: Needs,
  { actor, client }: ClientAdmin,
  action: Parameters<typeof record>[2]['action'],
  { id, registration_type, is_first_party }: ClientRow,
) =>
  record(sql, needs, {
    action,
    actor,
    client,
    traits: { client_id: id, registration_type, is_first_party },
  })
