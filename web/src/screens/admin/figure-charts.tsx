import type { AdminFigures } from '@app/contract/admin-figures'
import { DayChart, ShareChart } from '#features/admin/chart-card.tsx'
import { daysOf, figureOf, moneyWords, partsOf, pointsOf } from '#features/admin/figure-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

type Props = { reply: AdminFigures }

export function SignUpChart({ reply }: Props) {
  const { t, number } = useTranslation()
  const plot = (kind: 'bars' | 'line', name: string, words: MessageKey) => ({
    kind,
    number,
    lines: [{ name: t(words), points: pointsOf(reply, name) }],
  })

  return (
    <DayChart
      level={3}
      title={t('figures.charts.signUps')}
      sentence={t('figures.charts.signUpsSentence', {
        count: figureOf(reply, 'new_users')?.value ?? 0,
        active: figureOf(reply, 'weekly_active')?.value ?? 0,
      })}
      days={daysOf(reply)}
      isDense
      plots={[
        plot('bars', 'new_users', 'figures.newUsers'),
        plot('line', 'weekly_active', 'figures.weeklyActive'),
      ]}
    />
  )
}

export function MoneyChart({ reply }: Props) {
  const words = useTranslation()
  const { t, language } = words
  const currencies = partsOf(reply, 'mrr').toSorted()
  const amounts = currencies.map((currency) =>
    moneyWords(words, figureOf(reply, 'mrr', currency)?.value ?? 0, currency),
  )

  return (
    <DayChart
      level={3}
      title={t('figures.mrr')}
      sentence={
        amounts.length === 0
          ? t('figures.charts.mrrNone')
          : t('figures.charts.mrrSentence', {
              amounts: new Intl.ListFormat(language).format(amounts),
            })
      }
      days={daysOf(reply)}
      plots={currencies.map((currency) => ({
        kind: 'line',
        number: (value) => moneyWords(words, value, currency),
        lines: [
          {
            name: t('figures.mrrIn', { currency }),
            points: pointsOf(reply, 'mrr', currency),
          },
        ],
      }))}
    />
  )
}

type Side = { name: string; words: MessageKey; value: string }
type PairProps = Props & {
  title: MessageKey
  sentence: MessageKey
  first: Side
  second: Side
}

function PairChart({ reply, title, sentence, first, second }: PairProps) {
  const { t, number } = useTranslation()
  const totals = [first, second].map(({ name, value }) => [
    value,
    figureOf(reply, name)?.value ?? 0,
  ])

  return (
    <DayChart
      level={3}
      title={t(title)}
      sentence={t(sentence, Object.fromEntries(totals))}
      days={daysOf(reply)}
      plots={[
        {
          kind: 'bars',
          number,
          lines: [first, second].map(({ name, words }) => ({
            name: t(words),
            points: pointsOf(reply, name),
          })),
        },
      ]}
    />
  )
}

export const SubscriberChart = ({ reply }: Props) => (
  <PairChart
    reply={reply}
    title="figures.charts.subscribers"
    sentence="figures.charts.subscribersSentence"
    first={{ name: 'won', words: 'figures.charts.won', value: 'won' }}
    second={{ name: 'lost', words: 'figures.charts.lost', value: 'lost' }}
  />
)

export const FeedbackChart = ({ reply }: Props) => (
  <PairChart
    reply={reply}
    title="figures.charts.feedback"
    sentence="figures.charts.feedbackSentence"
    first={{ name: 'feedback_in', words: 'figures.charts.sent', value: 'sent' }}
    second={{ name: 'feedback_resolved', words: 'figures.charts.resolved', value: 'resolved' }}
  />
)

/** The server counts all pushes and, separately, failed ones. */
export function PushChart({ reply }: Props) {
  const { t, number } = useTranslation()
  const failed = pointsOf(reply, 'failed_pushes')
  const good = pointsOf(reply, 'pushes').map((value, index) =>
    value === null ? null : value - (failed[index] ?? 0),
  )
  const failedTotal = figureOf(reply, 'failed_pushes')?.value ?? 0

  return (
    <DayChart
      level={3}
      title={t('figures.charts.pushes')}
      sentence={t('figures.charts.pushesSentence', {
        good: (figureOf(reply, 'pushes')?.value ?? 0) - failedTotal,
        failed: failedTotal,
      })}
      days={daysOf(reply)}
      plots={[
        {
          kind: 'bars',
          number,
          lines: [
            { name: t('figures.charts.good'), points: good },
            { name: t('figures.charts.failedPushes'), points: failed },
          ],
        },
      ]}
    />
  )
}

const REASONS: Record<string, MessageKey> = {
  none: 'figures.cancelled.none',
  too_expensive: 'figures.cancelled.tooExpensive',
  missing_feature: 'figures.cancelled.missingFeature',
  unused: 'figures.cancelled.unused',
  switched_service: 'figures.cancelled.switchedService',
  quality: 'figures.cancelled.quality',
  temporary: 'figures.cancelled.temporary',
  other: 'figures.cancelled.other',
}

export function ReasonChart({ reply }: Props) {
  const { t } = useTranslation()
  const shares = reply.figures
    .filter(({ name, value }) => name === 'cancellations' && value > 0)
    .map(({ part, value }) => ({
      name: t(REASONS[part] ?? 'figures.cancelled.other'),
      count: value,
    }))
  const count = shares.reduce((sum, share) => sum + share.count, 0)

  return (
    <ShareChart
      level={3}
      title={t('figures.charts.reasons')}
      sentence={
        count === 0
          ? t('figures.charts.reasonsNone')
          : t('figures.charts.reasonsSentence', { count })
      }
      label={t('figures.charts.reason')}
      shares={shares}
    />
  )
}
