import { Badge } from '@app/ui/badge.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import type { FeedbackItem } from '#api/admin/admin-feedback.ts'
import { RowLink } from '#features/admin/row-link.tsx'
import {
  headlineOf,
  PRIORITY_TONES,
  priorityWords,
  STATUS_TONES,
  STATUS_WORDS,
  senderWords,
  useCodeWords,
} from '#features/feedback/triage-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export function useFeedbackColumns(): Column<FeedbackItem>[] {
  const { t } = useTranslation()
  const words = useCodeWords()

  return [
    {
      id: 'text',
      title: t('admin.feedback.text'),
      cell: (item) => (
        <>
          <RowLink
            id={item.id}
            title={headlineOf(t, item)}
            className="line-clamp-2 min-w-32 break-words"
          >
            {headlineOf(t, item)}
          </RowLink>
          {item.github_issue_url && (
            <a
              href={item.github_issue_url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 items-center text-xs text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {`${t('admin.feedback.issue.short')} #${item.github_issue_url.split('/').at(-1)}`}
            </a>
          )}
        </>
      ),
    },
    {
      id: 'category',
      title: t('feedback.category'),
      isSecondary: true,
      cell: ({ feedback_category }) => (
        <span className="whitespace-nowrap">{words.category(feedback_category)}</span>
      ),
    },
    {
      id: 'status',
      title: t('admin.feedback.status.label'),
      cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{t(STATUS_WORDS[status])}</Badge>,
    },
    {
      id: 'priority',
      title: t('feedback.priority'),
      isSecondary: true,
      cell: ({ priority }) =>
        priority && <Badge tone={PRIORITY_TONES[priority]}>{priorityWords(t, priority)}</Badge>,
    },
    {
      id: 'sender',
      title: t('admin.feedback.sender'),
      isSecondary: true,
      cell: (item) => (
        <span title={senderWords(t, item)} className="block max-w-28 truncate">
          {senderWords(t, item)}
        </span>
      ),
    },
    {
      id: 'created',
      title: t('admin.feedback.created'),
      isNumber: true,
      isSecondary: true,
      cell: ({ created_at }) => <TimeAgo at={created_at} isUtc />,
    },
  ]
}
