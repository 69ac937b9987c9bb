import type { Database } from '@app/contract/rows'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '#api/calls/data-api.ts'
import { removeFile, uploadFile } from '#api/calls/files.ts'
import { type Profile, sessionStore, useMember } from '#api/session/session.ts'

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

/** Saves a part of the profile. Also updates the header. */
export function useSaveProfile() {
  const { id } = useMember()
  const client = useQueryClient()

  return useMutation({
    mutationFn: (change: Partial<OwnProfile>) => saveProfile(id, change),
    onSuccess: (saved) => client.setQueryData(ownProfileQuery(id).queryKey, saved),
  })
}

/** The same for switches: an optimistic update, rolled back on failure. */
export function useSwitchProfile() {
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
      // Rolls back only this switch, because another one may have changed since.
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

  showInHeader({ display_name: data.display_name, avatar_url: data.avatar_url })
  return data
}

function showInHeader(change: Partial<Profile>): void {
  const session = sessionStore.get()
  if (session.status !== 'member' || !session.profile) return

  sessionStore.set({ ...session, profile: { ...session.profile, ...change } })
}

const BUCKET = 'avatars'
const PUBLIC_PATH = `/storage/v1/object/public/${BUCKET}/`
const EXTENSIONS: Record<string, string> = { 'image/webp': 'webp', 'image/png': 'png' }

/** Replaces or, with null, removes the avatar. The old file is deleted last, so that one always exists. */
export function useSaveAvatar(current: string | null) {
  const { id } = useMember()
  const { mutateAsync: save } = useSaveProfile()

  return useMutation({
    mutationFn: async (drawing: Promise<Blob> | null) => {
      const file = await drawing
      await save({ avatar_url: file && (await uploadAvatar(id, file)) })
      await removeAvatar(current)
    },
  })
}

/** Uses a new name, which no cache contains. Resolves to its URL. */
async function uploadAvatar(userId: string, file: Blob): Promise<string> {
  const name = `${userId}/${crypto.randomUUID()}.${EXTENSIONS[file.type] ?? 'png'}`
  await uploadFile(BUCKET, name, file)

  return PUBLIC_PATH + name
}

/** A file that is missing or stored elsewhere causes no error. */
async function removeAvatar(address: string | null): Promise<void> {
  const [, name] = address?.split(PUBLIC_PATH) ?? []

  if (name) await removeFile(BUCKET, name).catch(() => {})
}

/** The language of the member's mails. The page has already changed its language, so a failure is not reported. */
export async function saveLanguage(userId: string, language: string): Promise<void> {
  await dataApi().from('users').update({ language }).eq('id', userId)
}
