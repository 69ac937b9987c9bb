import type { AdminFigures } from '@app/contract/admin-figures'
import { FigureCard, FigureRow } from '#features/admin/figure-card.tsx'
import {
  changeWords,
  durationWords,
  figureOf,
  moneyWords,
  partsOf,
  percentWords,
  pointsOf,
  shareWords,
} from '#features/admin/figure-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

type Props = { reply: AdminFigures }

export function PeopleFigures({ reply }: Props) {
  return (
    <FigureRow>
      <CountCard reply={reply} name="users" label="figures.users" />
      <CountCard reply={reply} name="new_users" label="figures.newUsers" isCharted />
      <CountCard reply={reply} name="weekly_active" label="figures.weeklyActive" isCharted />
    </FigureRow>
  )
}

export function MoneyFigures({ reply }: Props) {
  return (
    <FigureRow>
      <ProCard reply={reply} />
      <MoneyCards reply={reply} />
      <ShareCard reply={reply} name="churn" label="figures.churn" course="lost" />
      <ShareCard reply={reply} name="conversion" label="figures.conversion" course="converted" />
    </FigureRow>
  )
}

export function SyncFigures({ reply }: Props) {
  return (
    <FigureRow>
      <CountCard reply={reply} name="linked_projects" label="figures.linkedProjects" isCharted />
      <PushCard reply={reply} />
    </FigureRow>
  )
}

export function HelpFigures({ reply }: Props) {
  return (
    <FigureRow>
      <FeedbackCard reply={reply} />
      <MedianCard reply={reply} />
    </FigureRow>
  )
}

type CountProps = {
  reply: AdminFigures
  name: string
  label: MessageKey
  note?: string
  /** A chart beside it draws its course. */
  isCharted?: boolean
}

function CountCard({ reply, name, label, note, isCharted = false }: CountProps) {
  const words = useTranslation()
  const figure = figureOf(reply, name)

  return (
    <FigureCard
      label={words.t(label)}
      value={figure ? words.number(figure.value) : words.t('figures.unknown')}
      note={note}
      change={changeWords(words, figure, reply.days)}
      points={isCharted ? [] : pointsOf(reply, name)}
    />
  )
}

function ProCard({ reply }: Props) {
  const { t } = useTranslation()
  const trials = figureOf(reply, 'trial_members')?.value ?? 0

  return (
    <CountCard
      reply={reply}
      name="pro_members"
      label="figures.proMembers"
      {...(trials > 0 && { note: t('figures.onTrial', { count: trials }) })}
    />
  )
}

/** One for each currency, because amounts are never converted. */
function MoneyCards({ reply }: Props) {
  const words = useTranslation()
  const { t, date } = words
  const currencies = [...new Set([...partsOf(reply, 'mrr'), ...partsOf(reply, 'mrr_ending')])]
  if (currencies.length === 0) {
    return <CountCard reply={reply} name="mrr" label="figures.mrr" isCharted />
  }

  return currencies.toSorted().map((currency) => {
    const figure = figureOf(reply, 'mrr', currency)
    const ending = figureOf(reply, 'mrr_ending', currency)?.value
    const endsBy = figureOf(reply, 'mrr_ends_by', currency)?.value ?? 0

    return (
      <FigureCard
        key={currency}
        label={currencies.length === 1 ? t('figures.mrr') : t('figures.mrrIn', { currency })}
        value={moneyWords(words, figure?.value ?? 0, currency)}
        note={
          ending === undefined
            ? undefined
            : t('figures.ending', {
                amount: moneyWords(words, ending, currency),
                date: date(new Date(endsBy * 1000), { dateStyle: 'medium', timeZone: 'UTC' }),
              })
        }
        change={changeWords(words, figure, reply.days, { style: 'currency', currency })}
      />
    )
  })
}

type ShareProps = { reply: AdminFigures; name: string; label: MessageKey; course: string }

function ShareCard({ reply, name, label, course }: ShareProps) {
  const words = useTranslation()
  const { t } = words
  const figure = figureOf(reply, name)
  const isComparable = figure && figure.before !== null && figure.base_before !== null

  return (
    <FigureCard
      label={t(label)}
      value={figure ? shareWords(words, figure.value, figure.base) : t('figures.unknown')}
      note={figure?.base ? percentWords(words, figure.value / figure.base) : undefined}
      change={
        isComparable
          ? t('figures.before', {
              value: shareWords(words, figure.before ?? 0, figure.base_before),
            })
          : t('figures.noComparison')
      }
      points={pointsOf(reply, course)}
    />
  )
}

function PushCard({ reply }: Props) {
  const words = useTranslation()
  const pushes = figureOf(reply, 'pushes')?.value ?? 0
  const failed = figureOf(reply, 'failed_pushes')?.value ?? 0

  return (
    <CountCard
      reply={reply}
      name="pushes"
      label="figures.pushes"
      isCharted
      {...(pushes > 0 && {
        note: words.t('figures.failedShare', { share: percentWords(words, failed / pushes) }),
      })}
    />
  )
}

function FeedbackCard({ reply }: Props) {
  const { t } = useTranslation()
  const old = figureOf(reply, 'old_feedback')?.value

  return (
    <CountCard
      reply={reply}
      name="open_feedback"
      label="figures.openFeedback"
      isCharted
      {...(old !== undefined && { note: t('figures.old', { count: old }) })}
    />
  )
}

function MedianCard({ reply }: Props) {
  const words = useTranslation()
  const { t } = words
  const figure = figureOf(reply, 'resolve_median')

  return (
    <FigureCard
      label={t('figures.median')}
      value={figure ? durationWords(words, figure.value) : t('figures.unknown')}
      change={
        figure && figure.before !== null
          ? t('figures.before', { value: durationWords(words, figure.before) })
          : t('figures.noComparison')
      }
      points={pointsOf(reply, 'resolve_median')}
    />
  )
}
