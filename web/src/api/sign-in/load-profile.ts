import type { User } from '@supabase/auth-js'
import { readRows, rowsAddress } from '#api/calls/read-rows.ts'
import type { Profile } from '#api/session/session.ts'
import { displayNameOf } from './display-name.ts'

const COLUMNS = 'id, email, display_name, role, avatar_url'

export async function loadProfile(user: User): Promise<Profile | null> {
  return (await findProfile(user.id)) ?? (cameThroughProvider(user) ? createProfile(user) : null)
}

export async function findProfile(id: string): Promise<Profile | null> {
  const [profile] = await readRows<Profile>(profileAddress(id))

  return profile ?? null
}

export const profileAddress = (id: string): string =>
  rowsAddress('users', { select: COLUMNS, id: `eq.${id}` })

/** Normally a trigger has created it. The role is the table's default value. */
async function createProfile(user: User): Promise<Profile> {
  // Specification, section 5.
  if (!user.email) throw new Error('OAuth user must have an email address')

  const { dataApi } = await import('#api/calls/data-api.ts')
  const { data } = await dataApi()
    .from('users')
    .insert({ id: user.id, email: user.email, display_name: displayNameOf(user) })
    .select(COLUMNS)
    .single()
    .throwOnError()

  return data
}

const cameThroughProvider = ({ app_metadata }: User) => app_metadata.provider !== 'email'
