import { adminDoneReply } from '@app/contract/admin'
import {
  type AdminSsoBody,
  type SsoProvidersFilter,
  type SsoProviderText,
  ssoCreatedReply,
  ssoProvidersReply,
  ssoTestBegun,
  ssoTestReply,
} from '@app/contract/admin-sso'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { callAdmin } from './admin-call.ts'

const key = ['admin', 'sso'] as const

const ask = <Reply>(body: AdminSsoBody, schema: { parse: (reply: unknown) => Reply }) =>
  callAdmin('admin-sso', schema, body)

export const ssoProvidersQuery = (filter: SsoProvidersFilter) =>
  queryOptions({
    queryKey: [...key, 'providers', filter],
    queryFn: () => ask({ action: 'providers', ...filter }, ssoProvidersReply),
    placeholderData: keepPreviousData,
  })

/** What a test sign-in found. */
export const ssoTestQuery = (id: string, testId: string) =>
  queryOptions({
    queryKey: [...key, 'test', testId],
    queryFn: () => ask({ action: 'test', id, testId }, ssoTestReply),
  })

type Nonce = string | undefined

export const createSsoProvider = (text: SsoProviderText, nonce: Nonce) =>
  ask({ action: 'create', ...text, nonce }, ssoCreatedReply)

export const updateSsoProvider = (id: string, text: SsoProviderText, nonce: Nonce) =>
  ask({ action: 'update', id, ...text, nonce }, adminDoneReply)

export const setSsoDisabled = (id: string, isDisabled: boolean, nonce: Nonce) =>
  ask({ action: 'set_disabled', id, isDisabled, nonce }, adminDoneReply)

export const deleteSsoProvider = (id: string, nonce: Nonce) =>
  ask({ action: 'delete', id, nonce }, adminDoneReply)

export const fetchSsoMetadata = (id: string) =>
  ask({ action: 'fetch_metadata', id }, adminDoneReply)

export const beginSsoTest = (id: string) => ask({ action: 'begin_test', id }, ssoTestBegun)

export function useRefreshSsoProviders(): () => Promise<void> {
  const client = useQueryClient()

  return () => client.invalidateQueries({ queryKey: [...key, 'providers'] })
}
