import type { AdminFigures } from '@app/contract/admin-figures'
import { Badge } from '@app/ui/badge.tsx'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { HelpFigures, MoneyFigures, PeopleFigures, SyncFigures } from './figure-cards.tsx'
import {
  FeedbackChart,
  MoneyChart,
  PushChart,
  ReasonChart,
  SignUpChart,
  SubscriberChart,
} from './figure-charts.tsx'

/** All figures of the contract by subject, above the charts of the subject. */
export function FigureGroups({ reply }: { reply: AdminFigures }) {
  const { t } = useTranslation()
  const asOf = useAsOf(reply.written_at)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
      <Group title={t('figures.groups.people')} asOf={asOf} isWide>
        <PeopleFigures reply={reply} />
        <SignUpChart reply={reply} />
      </Group>
      <Group
        title={t('figures.groups.money')}
        asOf={asOf}
        mark={reply.is_test_mode ? t('figures.testMode') : null}
        isWide
      >
        <MoneyFigures reply={reply} />
        <MoneyChart reply={reply} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
          <SubscriberChart reply={reply} />
          <ReasonChart reply={reply} />
        </div>
      </Group>
      <Group title={t('figures.groups.sync')} asOf={asOf}>
        <SyncFigures reply={reply} />
        <PushChart reply={reply} />
      </Group>
      <Group title={t('figures.groups.help')} asOf={asOf}>
        <HelpFigures reply={reply} />
        <FeedbackChart reply={reply} />
      </Group>
    </div>
  )
}

const AS_OF = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const

/** They are counted hourly: "As of Nov 19, 11:00 PM". */
function useAsOf(at: string | null): string | null {
  const { t, date } = useTranslation()

  return at && t('figures.asOf', { time: date(new Date(at), AS_OF) })
}

type GroupProps = {
  title: string
  /** When its figures were counted. */
  asOf: string | null
  /** A restriction of all its figures: "Test mode". */
  mark?: string | null
  isWide?: boolean
  children: ReactNode
}

function Group({ title, asOf, mark = null, isWide = false, children }: GroupProps) {
  const id = useId()

  return (
    <section
      aria-labelledby={id}
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-4 ${isWide ? 'xl:col-span-2' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {mark && <Badge tone="notice">{mark}</Badge>}
        {asOf && <p className="ml-auto text-sm text-ink-soft tabular">{asOf}</p>}
      </div>
      {children}
    </section>
  )
}
