import type { AdminUserReply } from '@app/contract/admin-users'
import { Badge } from '@app/ui/badge.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { StateBadge } from '#features/sync-state/sync-state-badge.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Entries, Entry } from './user-entries.tsx'

const HEALTH = {
  healthy: { words: 'admin.people.github.healthy', tone: 'positive' },
  not_installed: { words: 'admin.people.github.notInstalled', tone: 'notice' },
  reconnect: { words: 'admin.people.github.reconnect', tone: 'danger' },
} as const

export function UserProjects({ picture }: { picture: AdminUserReply }) {
  const { t } = useTranslation()

  return (
    <div className="grid gap-6">
      <Connection github={picture.github} />
      <Entries title={t('admin.people.projects')} none={t('admin.people.noProject')}>
        {picture.projects.map((one) => (
          <Entry
            key={one.id}
            title={one.name}
            badge={
              <span className="flex flex-wrap gap-2">
                {one.state && <StateBadge shown={one.state.state} aheadBy={one.state.aheadBy} />}
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
    </div>
  )
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
