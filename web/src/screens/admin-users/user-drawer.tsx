import type { AdminUserReply } from '@app/contract/admin-users'
import { Avatar } from '@app/ui/avatar.tsx'
import { Badge } from '@app/ui/badge.tsx'
import { Drawer } from '@app/ui/drawer.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { Tabs } from '@app/ui/tabs.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { userQuery } from '#api/admin/admin-users.ts'
import { paths } from '#config/paths.ts'
import { adminMessage } from '#features/admin/admin-message.ts'
import { STATUS_TONES, STATUS_WORDS, useCodeWords } from '#features/feedback/triage-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { UserActions } from './user-actions.tsx'
import { UserAudit } from './user-audit.tsx'
import { UserBilling } from './user-billing.tsx'
import { Entries, Entry } from './user-entries.tsx'
import { UserOverview } from './user-overview.tsx'
import { UserProjects } from './user-projects.tsx'
import { UserSecurity } from './user-security.tsx'
import { UserTroubles } from './user-troubles.tsx'
import { nameOf, ROLE_WORDS, USER_STATUS_TONES, USER_STATUS_WORDS } from './user-words.ts'

type Props = {
  /** Empty while no user is open. */
  id: string
  view: string
  onView: (view: string) => void
  onClose: () => void
  onDeleted: (text: string) => void
}

/** All data about one account, and the possible actions. */
export function UserDrawer({ id, view, onView, onClose, onDeleted }: Props) {
  const { t } = useTranslation()
  const found = useQuery({ ...userQuery(id), enabled: id !== '' })

  return (
    <Drawer
      isOpen={id !== ''}
      onClose={onClose}
      title={found.data ? nameOf(found.data.user) : t('admin.people.person')}
      closeText={t('common.close')}
    >
      {found.isPending && <AccountSkeleton />}
      {found.isError && (
        <LoadFailed
          title={t('admin.people.loadFailed')}
          text={adminMessage(t, found.error)}
          retryText={t('errorPage.tryAgain')}
          onRetry={found.refetch}
        />
      )}
      {found.data && (
        <div key={id} className="grid gap-6">
          <Head account={found.data} />
          {found.data.user.status !== 'deleted' && (
            <UserTroubles account={found.data} onView={onView} />
          )}
          <UserActions account={found.data} onDeleted={onDeleted} />
          <Parts account={found.data} view={view} onView={onView} />
        </div>
      )}
    </Drawer>
  )
}

function Head({ account: { user } }: { account: AdminUserReply }) {
  const { t } = useTranslation()

  return (
    <div className="flex items-center gap-4">
      <Avatar letter={Array.from(nameOf(user))[0] ?? ''} src={user.avatarUrl} className="size-12" />
      <div className="grid min-w-0 gap-1">
        <p className="text-sm break-words">{user.email}</p>
        <p className="flex flex-wrap gap-2">
          <Badge tone={USER_STATUS_TONES[user.status]}>{t(USER_STATUS_WORDS[user.status])}</Badge>
          <Badge tone={user.role === 'admin' ? 'accent' : 'plain'}>
            {t(ROLE_WORDS[user.role])}
          </Badge>
          <Badge>{user.plan ?? t('admin.people.plan.free')}</Badge>
        </p>
      </div>
    </div>
  )
}

const VIEWS = ['overview', 'billing', 'projects', 'feedback', 'security', 'audit']

function Parts(props: { account: AdminUserReply; view: string; onView: (view: string) => void }) {
  const { account, view, onView } = props
  const { t } = useTranslation()

  return (
    <Tabs
      label={t('admin.people.tabs.label')}
      isWrapped
      value={VIEWS.includes(view) ? view : 'overview'}
      onChange={(next) => onView(next === 'overview' ? '' : next)}
      tabs={[
        {
          value: 'overview',
          label: t('admin.people.tabs.overview'),
          content: <UserOverview account={account} />,
        },
        {
          value: 'billing',
          label: t('admin.people.tabs.billing'),
          content: <UserBilling account={account} />,
        },
        {
          value: 'projects',
          label: t('admin.people.tabs.projects'),
          content: <UserProjects account={account} />,
        },
        {
          value: 'feedback',
          label: t('admin.people.tabs.feedback'),
          content: <UserFeedback items={account.feedback} />,
        },
        {
          value: 'security',
          label: t('admin.people.tabs.security'),
          content: <UserSecurity account={account} />,
        },
        {
          value: 'audit',
          label: t('admin.people.tabs.audit'),
          content: <UserAudit lines={account.audit} />,
        },
      ]}
    />
  )
}

function AccountSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-6">
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-48 w-full" />
    </div>
  )
}

/** Each links to its page. */
function UserFeedback({ items }: { items: AdminUserReply['feedback'] }) {
  const { t } = useTranslation()
  const words = useCodeWords()

  return (
    <Entries title={t('admin.nav.feedback')} none={t('admin.people.noFeedback')}>
      {items.map(({ id, category, status, createdAt }) => (
        <Entry
          key={id}
          title={
            <Link
              to={`${paths.adminFeedback}?status=all&open=${id}`}
              className="text-accent underline-offset-4 hover:underline"
            >
              {words.category(category)}
            </Link>
          }
          badge={<StatusBadge status={status} />}
        >
          <TimeAgo at={createdAt} isUtc />
        </Entry>
      ))}
    </Entries>
  )
}

function StatusBadge({ status }: { status: string }) {
  const { t } = useTranslation()
  const known = status as keyof typeof STATUS_WORDS

  return <Badge tone={STATUS_TONES[known]}>{t(STATUS_WORDS[known])}</Badge>
}
