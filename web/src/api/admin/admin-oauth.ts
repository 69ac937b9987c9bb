import { adminDoneReply } from '@app/contract/admin'
import {
  type AdminOAuthBody,
  type OAuthClientsFilter,
  type OAuthClientText,
  oauthClientsReply,
  oauthSecretReply,
} from '@app/contract/admin-oauth'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { callAdmin } from './admin-call.ts'

const key = ['admin', 'oauth'] as const

const ask = <Reply>(body: AdminOAuthBody, schema: { parse: (reply: unknown) => Reply }) =>
  callAdmin('admin-oauth', schema, body)

export const oauthClientsQuery = (filter: OAuthClientsFilter) =>
  queryOptions({
    queryKey: [...key, filter],
    queryFn: () => ask({ action: 'clients', ...filter }, oauthClientsReply),
    placeholderData: keepPreviousData,
  })

type Nonce = string | undefined

export const createOAuthClient = (text: OAuthClientText & { isPublic: boolean }, nonce: Nonce) =>
  ask({ action: 'create', ...text, nonce }, oauthSecretReply)

export const updateOAuthClient = (id: string, text: OAuthClientText, nonce: Nonce) =>
  ask({ action: 'update', id, ...text, nonce }, adminDoneReply)

export const regenerateOAuthSecret = (id: string, nonce: Nonce) =>
  ask({ action: 'regenerate_secret', id, nonce }, oauthSecretReply)

export const deleteOAuthClient = (id: string, nonce: Nonce) =>
  ask({ action: 'delete', id, nonce }, adminDoneReply)

export function useRefreshOAuthClients(): () => Promise<void> {
  const client = useQueryClient()

  return () => client.invalidateQueries({ queryKey: key })
}
