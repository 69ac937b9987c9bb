import { userStatuses } from '@app/contract/admin-users'
import { USER_FILTERS, type UserFilters } from '#api/admin/admin-users.ts'
import type { ListField } from '#features/admin/list-filters.tsx'
import type { Translator } from '#i18n/messages.ts'
import { ROLE_WORDS, USER_STATUS_WORDS, wayWords } from './user-words.ts'

export function userFilters(t: Translator['t']): ListField<keyof UserFilters>[] {
  const any = { value: 'any', label: t('admin.list.any') }

  return [
    {
      name: 'status',
      label: t('admin.people.status.label'),
      options: [
        any,
        ...userStatuses.map((value) => ({ value, label: t(USER_STATUS_WORDS[value]) })),
      ],
    },
    {
      name: 'role',
      label: t('admin.people.role.label'),
      options: [
        any,
        { value: 'admin', label: t(ROLE_WORDS.admin) },
        { value: 'member', label: t(ROLE_WORDS.member) },
      ],
    },
    {
      name: 'plan',
      label: t('admin.people.plan.label'),
      options: [
        any,
        { value: 'pro', label: t('admin.people.plan.pro') },
        { value: 'free', label: t('admin.people.plan.free') },
      ],
    },
    {
      name: 'way',
      label: t('admin.people.way.label'),
      options: USER_FILTERS.way.map((value) =>
        value === 'any' ? any : { value, label: wayWords(t, value) },
      ),
    },
    {
      name: 'factor',
      label: t('admin.people.factor.label'),
      options: [
        any,
        { value: 'with', label: t('admin.yes') },
        { value: 'without', label: t('admin.no') },
      ],
    },
    {
      name: 'created',
      label: t('admin.people.created.label'),
      options: USER_FILTERS.created.map((value) =>
        value === 'any'
          ? any
          : { value, label: t('admin.people.created.days', { count: Number(value) }) },
      ),
    },
    {
      name: 'sort',
      label: t('admin.people.sort.label'),
      options: [
        { value: 'created', label: t('admin.people.sort.created') },
        { value: 'last_sign_in', label: t('admin.people.sort.lastSignIn') },
        { value: 'email', label: t('admin.people.sort.email') },
      ],
    },
  ]
}
