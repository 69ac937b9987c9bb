import type { AdminUserReply } from '@app/contract/admin-users'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useMember } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Entries, Entry } from './user-entries.tsx'

type Line = AdminUserReply['audit'][number]

/** Admins' actions on this user, then refused ones, each newest first. Actions have the audit log's names. */
export function UserAudit({ lines }: { lines: Line[] }) {
  const { t } = useTranslation()
  const refused = lines.filter(isRefusal)

  return (
    <div className="grid gap-8">
      <Entries title={t('admin.people.tabs.audit')} none={t('admin.people.noAudit')}>
        {lines.filter((line) => !isRefusal(line)).map(asEntry)}
      </Entries>
      {refused.length > 0 && (
        <Entries title={t('admin.people.refusals')} none="">
          {refused.map(asEntry)}
        </Entries>
      )}
    </div>
  )
}

const isRefusal = ({ details }: Line) => 'refused' in details

const asEntry = (line: Line) => (
  <Entry key={line.id} title={<span className="font-mono text-xs">{line.action}</span>}>
    <TimeAgo at={line.createdAt} isUtc />
    {' · '}
    <Actor line={line} />
    {line.network && ` · ${line.network}`}
    {detailsOf(line) && <span className="block">{detailsOf(line)}</span>}
  </Entry>
)

function Actor({ line: { actorId, action } }: { line: Line }) {
  const { t } = useTranslation()
  const me = useMember()

  if (actorId === null) return t('admin.people.byServer')
  // The only line that is not about an admin's call.
  if (action === 'calls_refused') return t('admin.people.byThemselves')
  return actorId === me.id
    ? t('admin.people.byYou')
    : t('admin.people.byAdmin', { id: actorId.slice(0, 8) })
}

const detailsOf = ({ details }: Line): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
