import type { AdminUserReply } from '@app/contract/admin-users'
import { Avatar } from '@app/ui/avatar.tsx'
import { Badge } from '@app/ui/badge.tsx'
import { Drawer } from '@app/ui/drawer.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { Tabs } from '@app/ui/tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { userQuery } from '#api/admin/admin-users.ts'
import { adminMessage } from '#features/admin/admin-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { UserActions } from './user-actions.tsx'
import { UserAudit } from './user-audit.tsx'
import { UserBilling } from './user-billing.tsx'
import { UserFeedback } from './user-feedback.tsx'
import { UserOverview } from './user-overview.tsx'
import { UserProjects } from './user-projects.tsx'
import { UserSecurity } from './user-security.tsx'
import { nameOf, ROLE_WORDS, USER_STATUS_TONES, USER_STATUS_WORDS } from './user-words.ts'

type Props = {
  /** Empty while nobody is open. */
  id: string
  view: string
  onView: (view: string) => void
  onClose: () => void
  onDeleted: (text: string) => void
}

/** Everything about one account, to read, and what can be done. */
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
  const { user } = account

  return (
    <Tabs
      label={t('admin.people.tabs.label')}
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
          content: <UserSecurity userId={user.id} devices={account.devices} />,
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
