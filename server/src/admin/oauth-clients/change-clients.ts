import { randomUUID } from 'node:crypto'
import type { AdminOAuthBody, OAuthClientText, OAuthSecretReply } from '@app/contract/admin-oauth'
import type { OAuthClientJson } from '@app/contract/oauth'
import type { Sql } from '@app/platform/db/database.ts'
import {
  changeClient,
  createClient,
  removeClient,
  renewSecret,
} from '@app/platform/identity/oauth-server/change-clients.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { oauthServerOff } from '#admin/errors.ts'
import { writeWithProof } from '#admin/levels.ts'

type Body<Action> = Extract<AdminOAuthBody, { action: Action }>

export async function addClient(
  needs: AdminArea,
  caller: AdminCaller,
  { isPublic, nonce, ...text }: Body<'create'>,
): Promise<OAuthSecretReply> {
  const id = randomUUID()
  const fields = {
    ...fieldsOf(text),
    client_type: isPublic ? 'public' : 'confidential',
  }

  return write(needs, caller, { name: 'created', id, nonce, details: detailsOf(text) }, (sql) =>
    createClient(sql, needs, adminOf(caller), { id, fields, registration: 'manual' }),
  ).then(secretOf)
}

export const editClient = (
  needs: AdminArea,
  caller: AdminCaller,
  { id, nonce, ...text }: Body<'update'>,
): Promise<unknown> =>
  write(needs, caller, { name: 'updated', id, nonce, details: detailsOf(text) }, (sql) =>
    changeClient(sql, needs, adminOf(caller), id, fieldsOf(text)),
  )

export const regenerateSecret = (
  needs: AdminArea,
  caller: AdminCaller,
  { id, nonce }: Body<'regenerate_secret'>,
): Promise<OAuthSecretReply> =>
  write(needs, caller, { name: 'secret_regenerated', id, nonce }, (sql) =>
    renewSecret(sql, needs, adminOf(caller), id),
  ).then(secretOf)

export const deleteClient = (
  needs: AdminArea,
  caller: AdminCaller,
  { id, nonce }: Body<'delete'>,
): Promise<void> =>
  write(needs, caller, { name: 'deleted', id, nonce }, (sql) =>
    removeClient(sql, needs, adminOf(caller), id),
  )

type Change = {
  name: 'created' | 'updated' | 'secret_regenerated' | 'deleted'
  id: string
  nonce: string | undefined
  details?: Record<string, string | boolean>
}

/** A first-party client reaches members' data, so each change needs a proof. */
function write<T>(
  needs: AdminArea,
  caller: AdminCaller,
  { name, id, nonce, details }: Change,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const action = {
    action: `oauth_client_${name}`,
    subjectType: 'oauth_client',
    subjectId: id,
    nonce,
    ...(details && { details }),
  } as const

  return writeWithProof(needs, caller, action, async (sql) => {
    if (!needs.identity.settings.oauthServerEnabled) throw oauthServerOff()
    return work(sql)
  })
}

const fieldsOf = ({ name, uri, redirectUris, isFirstParty }: OAuthClientText) => ({
  client_name: name,
  client_uri: uri,
  redirect_uris: redirectUris,
  is_first_party: isFirstParty,
})

const detailsOf = ({ name, isFirstParty }: OAuthClientText) => ({
  name,
  first_party: isFirstParty,
})

const adminOf = ({ member: { id, email }, client }: AdminCaller) => ({
  actor: { id, email },
  client,
})

const secretOf = ({ client_id, client_secret }: OAuthClientJson): OAuthSecretReply => ({
  id: client_id,
  secret: client_secret ?? null,
})
