import { adminDoneReply } from '@app/contract/admin'
import {
  type AdminBulkReply,
  type AdminUsersAction,
  type AdminUsersBody,
  type AdminUsersFilter,
  adminBulkReply,
  adminConfirmReply,
  adminCountReply,
  adminUserReply,
  adminUsersReply,
  type banDurations,
  signInsReply,
  userSorts,
  userStatuses,
} from '@app/contract/admin-users'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { callAdmin, fetchAdminFile } from './admin-call.ts'

/** The first value of each filter is the default. */
export const USER_FILTERS = {
  role: ['any', 'admin', 'member'],
  status: ['any', ...userStatuses],
  plan: ['any', 'pro', 'free'],
  way: ['any', 'email', 'github', 'google'],
  factor: ['any', 'with', 'without'],
  /** Whole UTC days, including today. */
  created: ['any', '1', '7', '30', '90'],
  sort: userSorts,
} as const

export type UserFilters = {
  [Name in keyof typeof USER_FILTERS]: (typeof USER_FILTERS)[Name][number]
}

export type BanDuration = (typeof banDurations)[number]

const key = ['admin', 'users'] as const
const listKey = [...key, 'list'] as const

/** One page, with the total count. */
export const usersListQuery = (words: string, filters: UserFilters, after: string) =>
  queryOptions({
    queryKey: [...listKey, words, filters, after],
    queryFn: () =>
      ask(adminUsersReply, {
        action: 'list',
        ...filterOf(words, filters, new Date()),
        ...(after && { after }),
      }),
    placeholderData: keepPreviousData,
  })

/** All data about one account. */
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key, 'one', userId],
    queryFn: () => ask(adminUserReply, { action: 'get', userId }),
  })

export const signInsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'sign-ins', userId],
    queryFn: ({ pageParam }) =>
      ask(signInsReply, { action: 'sign_ins', userId, ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export const exportUsers = (words: string, filters: UserFilters): Promise<Blob> =>
  fetchAdminFile('admin-users', {
    action: 'export',
    ...filterOf(words, filters, new Date()),
  } satisfies AdminUsersBody)

type Change = AdminUsersAction<
  'resend_confirmation' | 'send_reset' | 'set_role' | 'ban' | 'unban' | 'remove_passkey' | 'delete'
>

export async function changeUser(body: Change): Promise<void> {
  await ask(adminDoneReply, body)
}

/** Resolves to whether the password from registration was removed. */
export async function confirmUser(userId: string): Promise<boolean> {
  return (await ask(adminConfirmReply, { action: 'confirm', userId })).removedPassword
}

/** Resolves to the number of devices or factors. */
export async function endForUser(
  body: AdminUsersAction<'sign_out' | 'remove_factors'>,
): Promise<number> {
  return (await ask(adminCountReply, body)).count
}

export const changeUsers = (body: AdminUsersAction<'bulk'>): Promise<AdminBulkReply> =>
  ask(adminBulkReply, body)

export function useUsersCache() {
  const client = useQueryClient()

  return {
    /** Called after every change and every refusal, which another admin's change may have caused. */
    refresh: () => client.invalidateQueries({ queryKey: key }),

    /** After a deletion: the account is not fetched again. */
    forget: async (userId: string) => {
      client.removeQueries({ queryKey: userQuery(userId).queryKey })
      await client.invalidateQueries({ queryKey: listKey })
    },
  }
}

export function filterOf(words: string, filters: UserFilters, now: Date): AdminUsersFilter {
  const { role, status, plan, way, factor, created, sort } = filters

  return {
    ...(words && { q: words }),
    ...(role !== 'any' && { role }),
    ...(status !== 'any' && { status }),
    ...(plan !== 'any' && { plan }),
    ...(way !== 'any' && { way }),
    ...(factor !== 'any' && { hasFactor: factor === 'with' }),
    ...(created !== 'any' && { createdFrom: dayBefore(now, Number(created) - 1) }),
    sort,
  }
}

/** The start of a UTC day. */
const dayBefore = (now: Date, days: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days)).toISOString()

const ask = <Reply>(schema: { parse: (reply: unknown) => Reply }, body: AdminUsersBody) =>
  callAdmin('admin-users', schema, body)
