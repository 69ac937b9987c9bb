import type { Database } from '@app/contract/rows'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/data-api.ts'
import { rememberProfile } from '#api/remember-profile.ts'
import { useMember } from '#api/session.ts'

const COLUMNS =
  'display_name, about, avatar_url, notify_team, notify_sync_trouble, notify_billing, early_access'

export type OwnProfile = Pick<
  Database['public']['Tables']['users']['Row'],
  | 'display_name'
  | 'about'
  | 'avatar_url'
  | 'notify_team'
  | 'notify_sync_trouble'
  | 'notify_billing'
  | 'early_access'
>

export const ownProfileQuery = (userId: string) =>
  queryOptions({
    queryKey: ['profile', userId],
    queryFn: async (): Promise<OwnProfile> => {
      const { data } = await dataApi()
        .from('users')
        .select(COLUMNS)
        .eq('id', userId)
        .single()
        .throwOnError()

      return data
    },
  })

/** Writes a part of the profile; the header follows. */
export function useProfileChange() {
  const { id } = useMember()
  const client = useQueryClient()

  return useMutation({
    mutationFn: (change: Partial<OwnProfile>) => saveProfile(id, change),
    onSuccess: (saved) => client.setQueryData(ownProfileQuery(id).queryKey, saved),
  })
}

/** The same for switches: shown at once, and taken back when the server says no. */
export function useProfileSwitch() {
  const { id } = useMember()
  const client = useQueryClient()
  const { queryKey } = ownProfileQuery(id)

  return useMutation({
    mutationFn: (change: Partial<OwnProfile>) => saveProfile(id, change),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, { ...before, ...change })

      return { before: pick(before, change) }
    },
    onError: (_error, _change, context) => {
      const now = client.getQueryData(queryKey)
      // Only this switch goes back: another one may have been moved since.
      if (now) client.setQueryData(queryKey, { ...now, ...context?.before })
    },
  })
}

function pick(whole: OwnProfile | undefined, part: Partial<OwnProfile>): Partial<OwnProfile> {
  if (!whole) return {}

  return Object.fromEntries(
    Object.entries(whole).filter(([name]) => Object.hasOwn(part, name)),
  ) as Partial<OwnProfile>
}

async function saveProfile(id: string, change: Partial<OwnProfile>): Promise<OwnProfile> {
  const { data } = await dataApi()
    .from('users')
    .update(change)
    .eq('id', id)
    .select(COLUMNS)
    .single()
    .throwOnError()

  rememberProfile({ display_name: data.display_name, avatar_url: data.avatar_url })
  return data
}
