import type { AdminUserReply } from '@app/contract/admin-users'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useMember } from '#api/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Entries, Entry } from './user-entries.tsx'

type Line = AdminUserReply['audit'][number]

/** What admins did to this person, newest first. Actions are named as the log names them. */
export function UserAudit({ lines }: { lines: Line[] }) {
  const { t } = useTranslation()

  return (
    <Entries title={t('admin.people.tabs.audit')} none={t('admin.people.noAudit')}>
      {lines.map((line) => (
        <Entry key={line.id} title={<span className="font-mono text-xs">{line.action}</span>}>
          <TimeAgo at={line.createdAt} isUtc />
          {' · '}
          <Actor id={line.actorId} />
          {line.network && ` · ${line.network}`}
          {detailsOf(line) && <span className="block">{detailsOf(line)}</span>}
        </Entry>
      ))}
    </Entries>
  )
}

function Actor({ id }: { id: string | null }) {
  const { t } = useTranslation()
  const me = useMember()

  if (id === null) return t('admin.people.byServer')
  return id === me.id ? t('admin.people.byYou') : t('admin.people.byAdmin', { id: id.slice(0, 8) })
}

const detailsOf = ({ details }: Line): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
