import type { AdminUser } from '@app/contract/admin-users'
import { Avatar } from '@app/ui/avatar.tsx'
import { Badge } from '@app/ui/badge.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { RowLink } from '#features/admin/row-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { nameOf, ROLE_WORDS, USER_STATUS_TONES, USER_STATUS_WORDS, wayWords } from './user-words.ts'

export function userColumns({ t, number }: Translator): Column<AdminUser>[] {
  return [
    {
      id: 'name',
      title: t('admin.people.name'),
      cell: (user) => <Person user={user} />,
    },
    {
      id: 'status',
      title: t('admin.people.status.label'),
      cell: ({ status }) => (
        <Badge tone={USER_STATUS_TONES[status]}>{t(USER_STATUS_WORDS[status])}</Badge>
      ),
    },
    {
      id: 'plan',
      title: t('admin.people.plan.label'),
      isSecondary: true,
      cell: ({ plan }) => plan ?? t('admin.people.plan.free'),
    },
    {
      id: 'ways',
      title: t('admin.people.way.label'),
      head: <NarrowHead>{t('admin.people.way.label')}</NarrowHead>,
      isSecondary: true,
      cell: ({ ways, hasFactor }) => (
        <>
          <span>{ways.map((way) => wayWords(t, way)).join(', ')}</span>
          {hasFactor && (
            <span className="block text-xs text-ink-soft">{t('admin.people.factor.label')}</span>
          )}
        </>
      ),
    },
    {
      id: 'projects',
      title: t('admin.people.projects'),
      isNumber: true,
      isSecondary: true,
      cell: ({ projectCount }) => number(projectCount),
    },
    {
      id: 'created',
      title: t('admin.people.created.label'),
      isNumber: true,
      isSecondary: true,
      cell: ({ createdAt }) => <TimeAgo at={createdAt} isUtc />,
    },
    {
      id: 'lastSignIn',
      title: t('admin.people.lastSignIn'),
      head: <NarrowHead>{t('admin.people.lastSignIn')}</NarrowHead>,
      isNumber: true,
      isSecondary: true,
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? <TimeAgo at={lastSignInAt} isUtc /> : t('admin.people.never'),
    },
  ]
}

/** On two lines: all columns fit beside the navigation on a screen of 1280 pixels. */
const NarrowHead = ({ children }: { children: string }) => (
  <span className="inline-block max-w-24 text-balance whitespace-normal">{children}</span>
)

function Person({ user }: { user: AdminUser }) {
  const { t } = useTranslation()
  const name = nameOf(user)

  return (
    <div className="flex items-center gap-3">
      <Avatar
        letter={Array.from(name)[0] ?? ''}
        src={user.avatarUrl}
        className="size-8 max-sm:hidden"
      />
      <div className="min-w-0">
        <span className="flex max-w-48 flex-wrap items-center gap-x-2">
          <RowLink id={user.id} title={name} className="max-w-full truncate">
            {name}
          </RowLink>
          {user.role === 'admin' && <Badge tone="accent">{t(ROLE_WORDS[user.role])}</Badge>}
        </span>
        {user.displayName && user.email && (
          <span title={user.email} className="block max-w-48 truncate text-xs text-ink-soft">
            {user.email}
          </span>
        )}
      </div>
    </div>
  )
}
