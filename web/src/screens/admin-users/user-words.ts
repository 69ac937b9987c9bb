import type { AdminUser } from '@app/contract/admin-users'
import { PROVIDER_NAMES } from '#api/sign-in/sign-in.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'

export const USER_STATUS_WORDS: Record<AdminUser['status'], MessageKey> = {
  active: 'admin.people.status.active',
  unconfirmed: 'admin.people.status.unconfirmed',
  banned: 'admin.people.status.banned',
  deleted: 'admin.people.status.deleted',
}

export const USER_STATUS_TONES = {
  active: 'positive',
  unconfirmed: 'notice',
  banned: 'danger',
  deleted: 'plain',
} as const

export const ROLE_WORDS: Record<AdminUser['role'], MessageKey> = {
  admin: 'admin.people.role.admin',
  member: 'admin.people.role.member',
}

/** For a deleted account, only the id remains. */
export const nameOf = ({ displayName, email, id }: AdminUser): string => displayName || email || id

export function wayWords(t: Translator['t'], way: string): string {
  if (way === 'email') return t('admin.people.way.email')

  return { ...PROVIDER_NAMES }[way as keyof typeof PROVIDER_NAMES] ?? way
}
