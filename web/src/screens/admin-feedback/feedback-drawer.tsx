import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { Drawer } from '@app/ui/drawer.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import {
  CHOSEN_STATUSES,
  FEEDBACK_PRIORITIES,
  FEEDBACK_STATUSES,
  type FeedbackItem,
  feedbackItemQuery,
} from '#api/admin/admin-feedback.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { Fact, Facts } from '#features/admin/fact.tsx'
import {
  headlineOf,
  priorityWords,
  STATUS_WORDS,
  senderWords,
  useCodeWords,
} from '#features/feedback/triage-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { FeedbackActions } from './feedback-actions.tsx'
import { FeedbackNotes } from './feedback-notes.tsx'
import { FeedbackReplies } from './feedback-replies.tsx'
import type { Triage } from './use-triage.ts'

type Props = {
  /** Empty if no item is open. */
  id: string
  rows: FeedbackItem[]
  triage: Triage
  onClose: () => void
}

export function FeedbackDrawer({ id, rows, triage, onClose }: Props) {
  const { t } = useTranslation()
  const item = useQuery({
    ...feedbackItemQuery(id),
    enabled: id !== '',
    placeholderData: () => rows.find((row) => row.id === id),
  })

  return (
    <Drawer
      isOpen={id !== ''}
      onClose={onClose}
      title={item.data ? headlineOf(t, item.data) : t('admin.nav.feedback')}
      closeText={t('common.close')}
    >
      {item.isPending && <Skeleton className="h-40 w-full" />}
      {item.isError && (
        <LoadFailed
          title={t('admin.list.failed')}
          text={userMessage(t, item.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={item.refetch}
        />
      )}
      {item.data === null && <Notice tone="plain">{t('admin.feedback.gone')}</Notice>}
      {item.data && <Opened key={id} item={item.data} triage={triage} onDeleted={onClose} />}
    </Drawer>
  )
}

function Opened(props: { item: FeedbackItem; triage: Triage; onDeleted: () => void }) {
  const { item, triage } = props
  const { t } = useTranslation()
  const { failure } = triage

  return (
    <div className="grid gap-6">
      {failure?.id === item.id && <Notice tone="danger">{failure.text}</Notice>}
      {item.description && <p className="break-words whitespace-pre-wrap">{item.description}</p>}
      <FeedbackReplies item={item} onSent={triage.refresh} />
      <ChoiceGroup
        label={t('admin.feedback.status.label')}
        name="status"
        choices={(item.answered_at ? FEEDBACK_STATUSES : CHOSEN_STATUSES).map((value) => ({
          value,
          label: t(STATUS_WORDS[value]),
        }))}
        value={item.status}
        onChange={(status) => void triage.change(item, { status })}
      />
      {item.feedback_category === 'bug' && (
        <ChoiceGroup
          label={t('feedback.priority')}
          name="priority"
          choices={FEEDBACK_PRIORITIES.map((value) => ({ value, label: priorityWords(t, value) }))}
          value={item.priority}
          onChange={(priority) => void triage.change(item, { priority })}
        />
      )}
      <FeedbackNotes item={item} triage={triage} />
      <FeedbackFacts item={item} />
      <FeedbackActions {...props} />
    </div>
  )
}

/** The known metadata of the feedback. */
function FeedbackFacts({ item }: { item: FeedbackItem }) {
  const { t, number } = useTranslation()
  const words = useCodeWords()
  const count = (value: number | null) => (value === null ? null : number(value))
  const { language, platform } = Object(item.browser_info) as Record<string, string>
  const reasons = item.reasons?.map(words.reason)

  return (
    <Facts>
      <Fact name={t('feedback.category')}>{words.category(item.feedback_category)}</Fact>
      <Fact name={t('admin.feedback.sender')}>{senderWords(t, item)}</Fact>
      <Fact name={t('admin.feedback.email')}>{item.sender?.email}</Fact>
      <Fact name={t('admin.feedback.created')}>
        <TimeAgo at={item.created_at} />
      </Fact>
      <Fact name={t('admin.feedback.resolved')}>
        {item.resolved_at && <TimeAgo at={item.resolved_at} />}
      </Fact>
      <Fact name={t('admin.feedback.reasons')}>{reasons?.join(' · ')}</Fact>
      <Fact name={t('admin.feedback.page')}>{item.page_url}</Fact>
      <Fact name={t('admin.feedback.browser')}>{item.user_agent}</Fact>
      <Fact name={t('admin.feedback.platform')}>
        {[platform, language].filter(Boolean).join(' · ')}
      </Fact>
      <Fact name={t('admin.feedback.version')}>{item.extension_version}</Fact>
      <Fact name={t('admin.feedback.days')}>{count(item.days_installed)}</Fact>
      <Fact name={t('admin.feedback.pushes')}>{count(item.push_count)}</Fact>
      <Fact name={t('admin.feedback.method')}>{item.auth_method}</Fact>
      <Fact name={t('admin.feedback.errors')}>
        {item.had_errors === null ? null : t(item.had_errors ? 'admin.yes' : 'admin.no')}
      </Fact>
    </Facts>
  )
}
