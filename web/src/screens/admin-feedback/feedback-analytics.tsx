import type { FeedbackAnalytics as Analytics } from '@app/contract/admin-figures'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { FEEDBACK_PRIORITIES, FEEDBACK_STATUSES } from '#api/admin/admin-feedback.ts'
import { feedbackAnalyticsQuery } from '#api/admin/admin-figures.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { DayChart, ShareChart } from '#features/admin/chart-card.tsx'
import { daysOf } from '#features/admin/figure-words.ts'
import { PeriodChoice, usePeriod } from '#features/admin/period.tsx'
import { priorityWords, STATUS_WORDS, useCodeWords } from '#features/feedback/triage-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** A period's feedback, by day and kind. */
export function FeedbackAnalytics() {
  return (
    <>
      <PeriodChoice />
      <Charts />
    </>
  )
}

function Charts() {
  const { t } = useTranslation()
  const analytics = useQuery(feedbackAnalyticsQuery(usePeriod()))

  if (analytics.isPending) return <Skeleton className="h-96 w-full" />
  if (analytics.isError) {
    return (
      <Card>
        <LoadFailed
          title={t('figures.feedback.failed')}
          text={userMessage(t, analytics.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={analytics.refetch}
        />
      </Card>
    )
  }
  if (analytics.data.total === 0) {
    return (
      <Card>
        <EmptyState title={t('figures.feedback.none')} text={t('admin.feedback.emptyText')} />
      </Card>
    )
  }

  return (
    <div aria-busy={analytics.isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PerDay reply={analytics.data} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[repeat(2,minmax(0,1fr))]">
        {KINDS.map(({ kind, title }) => (
          <Shares key={kind} reply={analytics.data} kind={kind} title={title} />
        ))}
      </div>
    </div>
  )
}

function PerDay({ reply }: { reply: Analytics }) {
  const { t, number } = useTranslation()
  const words = useCodeWords()

  return (
    <DayChart
      title={t('figures.feedback.perDay')}
      sentence={t('figures.feedback.perDaySentence', { count: reply.total })}
      days={daysOf(reply)}
      isDense
      plots={reply.lines.map(({ category, points }) => ({
        kind: 'bars',
        number,
        lines: [{ name: words.category(category), points }],
      }))}
    />
  )
}

type Kind = Analytics['totals'][number]['kind']

const KINDS: { kind: Kind; title: MessageKey }[] = [
  { kind: 'category', title: 'figures.feedback.category' },
  { kind: 'status', title: 'figures.feedback.status' },
  { kind: 'priority', title: 'figures.feedback.priority' },
  { kind: 'type', title: 'figures.feedback.type' },
  { kind: 'reason', title: 'figures.feedback.reason' },
]

/** Kinds without feedback are omitted. */
function Shares({ reply, kind, title }: { reply: Analytics; kind: Kind; title: MessageKey }) {
  const { t } = useTranslation()
  const nameOf = useNames(kind)
  const counted = reply.totals.filter((one) => one.kind === kind)
  const [most] = counted
  if (!most) return null

  return (
    <ShareChart
      title={t(title)}
      sentence={t('figures.feedback.most', {
        name: nameOf(most.name),
        part: most.count,
        whole: counted.reduce((sum, { count }) => sum + count, 0),
      })}
      label={t(title)}
      shares={counted.map(({ name, count }) => ({ name: nameOf(name), count }))}
    />
  )
}

function useNames(kind: Kind): (code: string) => string {
  const { t } = useTranslation()
  const words = useCodeWords()

  return (code) => {
    if (kind === 'category') return words.category(code)
    if (kind === 'reason') return words.reason(code)
    if (kind === 'status') {
      const status = FEEDBACK_STATUSES.find((one) => one === code)
      return status ? t(STATUS_WORDS[status]) : code
    }
    if (kind === 'priority') {
      const priority = FEEDBACK_PRIORITIES.find((one) => one === code)
      return priority ? priorityWords(t, priority) : code
    }
    if (code === 'general') return t('admin.feedback.type.general')
    return code === 'uninstall' ? t('admin.feedback.uninstall') : code
  }
}
