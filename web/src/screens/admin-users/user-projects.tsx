import type { AdminUserReply } from '@app/contract/admin-users'
import { Badge } from '@app/ui/badge.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Entries, Entry } from './user-entries.tsx'

const HEALTH = {
  healthy: { words: 'admin.people.github.healthy', tone: 'positive' },
  not_installed: { words: 'admin.people.github.notInstalled', tone: 'notice' },
  reconnect: { words: 'admin.people.github.reconnect', tone: 'danger' },
} as const

/**
 * Our own records only: admins' requests never use a member's GitHub token. The member may see "Repository not found", which does not
 * contradict these.
 */
const RECORDED = {
  in_sync: { words: 'admin.people.recorded.landed', tone: 'plain' },
  github_ahead: { words: 'admin.people.recorded.ahead', tone: 'plain' },
  push_failed: { words: 'sync.state.failed', tone: 'danger' },
  not_connected: { words: 'sync.state.notConnected', tone: 'plain' },
  never_pushed: { words: 'admin.people.recorded.noPush', tone: 'plain' },
} as const

export function UserProjects({ account }: { account: AdminUserReply }) {
  const { t } = useTranslation()

  return (
    <div className="grid gap-6">
      <Connection github={account.github} />
      <Entries title={t('admin.people.projects')} none={t('admin.people.noProject')}>
        {account.projects.map((one) => (
          <Entry
            key={one.id}
            title={one.name}
            badge={
              <span className="flex flex-wrap gap-2">
                {one.state && <Recorded {...one.state} />}
                {one.failedPushCount > 0 && (
                  <Badge tone="notice">
                    {t('admin.people.failedPushes', { count: one.failedPushCount })}
                  </Badge>
                )}
              </span>
            }
          >
            {one.repository ?? t('admin.people.noRepository')}
            {' · '}
            {t('admin.people.pushes', { count: one.pushCount })}
            {' · '}
            {one.lastSyncAt ? (
              <>
                {t('admin.people.lastSync')} <TimeAgo at={one.lastSyncAt} isUtc />
              </>
            ) : (
              t('admin.people.neverSynced')
            )}
          </Entry>
        ))}
      </Entries>
      {account.projects.length > 0 && (
        <p className="-mt-3 text-sm text-ink-soft">{t('admin.people.recorded.note')}</p>
      )}
    </div>
  )
}

function Recorded({ state, aheadBy }: NonNullable<AdminUserReply['projects'][number]['state']>) {
  const { t } = useTranslation()
  const { words, tone } = RECORDED[state]

  return <Badge tone={tone}>{t(words, { count: aheadBy })}</Badge>
}

function Connection({ github }: Pick<AdminUserReply, 'github'>) {
  const { t } = useTranslation()
  if (!github) return <p className="text-sm text-ink-soft">{t('admin.people.github.none')}</p>
  const { words, tone } = HEALTH[github.health]

  return (
    <Facts>
      <Fact name={t('admin.people.github.login')}>{github.login}</Fact>
      <Fact name={t('admin.people.github.state')}>
        <Badge tone={tone}>{t(words)}</Badge>
      </Fact>
      <Fact name={t('admin.people.github.installation')}>{github.installationId}</Fact>
      <Fact name={t('admin.people.github.lastUsed')}>
        {github.lastUsedAt && <TimeAgo at={github.lastUsedAt} isUtc />}
      </Fact>
    </Facts>
  )
}
