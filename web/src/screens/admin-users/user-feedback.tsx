import type { AdminUserReply } from '@app/contract/admin-users'
import { Badge } from '@app/ui/badge.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { STATUS_TONES, STATUS_WORDS, useCodeWords } from '#features/feedback/triage-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Entries, Entry } from './user-entries.tsx'

/** Each leads to where it is read and decided. */
export function UserFeedback({ items }: { items: AdminUserReply['feedback'] }) {
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
