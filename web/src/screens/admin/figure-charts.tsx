import type { AdminFigures } from '@app/contract/admin-figures'
import { DayChart, ShareChart } from '#features/admin/chart-card.tsx'
import {
  daysOf,
  figureOf,
  moneyWords,
  partsOf,
  pointsOf,
  testMark,
} from '#features/admin/figure-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

type Props = { reply: AdminFigures }

/** What happened in the period, each as a drawing and as a table. */
export function FigureCharts({ reply }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
      <SignUpChart reply={reply} />
      <MoneyChart reply={reply} />
      <PairChart
        reply={reply}
        title="figures.charts.subscribers"
        sentence="figures.charts.subscribersSentence"
        first={{ name: 'won', words: 'figures.charts.won', value: 'won' }}
        second={{ name: 'lost', words: 'figures.charts.lost', value: 'lost' }}
        isMoney
      />
      <PushChart reply={reply} />
      <PairChart
        reply={reply}
        title="figures.charts.feedback"
        sentence="figures.charts.feedbackSentence"
        first={{ name: 'feedback_in', words: 'figures.charts.sent', value: 'sent' }}
        second={{ name: 'feedback_resolved', words: 'figures.charts.resolved', value: 'resolved' }}
      />
      <ReasonChart reply={reply} />
    </div>
  )
}

function SignUpChart({ reply }: Props) {
  const { t, number } = useTranslation()
  const plot = (kind: 'bars' | 'line', name: string, words: MessageKey) => ({
    kind,
    number,
    lines: [{ name: t(words), points: pointsOf(reply, name) }],
  })

  return (
    <DayChart
      title={t('figures.charts.signUps')}
      sentence={t('figures.charts.signUpsSentence', {
        count: figureOf(reply, 'new_users')?.value ?? 0,
        active: figureOf(reply, 'weekly_active')?.value ?? 0,
      })}
      days={daysOf(reply)}
      plots={[
        plot('bars', 'new_users', 'figures.newUsers'),
        plot('line', 'weekly_active', 'figures.weeklyActive'),
      ]}
    />
  )
}

function MoneyChart({ reply }: Props) {
  const words = useTranslation()
  const { t, language } = words
  const currencies = partsOf(reply, 'mrr').toSorted()
  const amounts = currencies.map((currency) =>
    moneyWords(words, figureOf(reply, 'mrr', currency)?.value ?? 0, currency),
  )

  return (
    <DayChart
      title={t('figures.mrr')}
      mark={testMark(t, reply)}
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
  isMoney?: boolean
}

function PairChart({ reply, title, sentence, first, second, isMoney = false }: PairProps) {
  const { t, number } = useTranslation()
  const totals = [first, second].map(({ name, value }) => [
    value,
    figureOf(reply, name)?.value ?? 0,
  ])

  return (
    <DayChart
      title={t(title)}
      mark={isMoney ? testMark(t, reply) : undefined}
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

/** The server counts all pushes, and of them those that failed. */
function PushChart({ reply }: Props) {
  const { t, number } = useTranslation()
  const failed = pointsOf(reply, 'failed_pushes')
  const good = pointsOf(reply, 'pushes').map((value, index) =>
    value === null ? null : value - (failed[index] ?? 0),
  )
  const failedTotal = figureOf(reply, 'failed_pushes')?.value ?? 0

  return (
    <DayChart
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

function ReasonChart({ reply }: Props) {
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
      title={t('figures.charts.reasons')}
      mark={testMark(t, reply)}
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
