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

/** On wide screens the figures stand beside their chart, so that a subject fits on one screen. */
const BESIDE =
  'grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'

/** All figures of the contract, each beside the chart of its subject. */
export function FigureGroups({ reply }: { reply: AdminFigures }) {
  const { t } = useTranslation()

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-10 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
      <Group title={t('figures.groups.people')} isWide>
        <div className={BESIDE}>
          <PeopleFigures reply={reply} />
          <SignUpChart reply={reply} />
        </div>
      </Group>
      <Group
        title={t('figures.groups.money')}
        mark={reply.is_test_mode ? t('figures.testMode') : null}
        isWide
      >
        <div className={BESIDE}>
          <MoneyFigures reply={reply} />
          <MoneyChart reply={reply} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
          <SubscriberChart reply={reply} />
          <ReasonChart reply={reply} />
        </div>
      </Group>
      <Group title={t('figures.groups.sync')}>
        <SyncFigures reply={reply} />
        <PushChart reply={reply} />
      </Group>
      <Group title={t('figures.groups.help')}>
        <HelpFigures reply={reply} />
        <FeedbackChart reply={reply} />
      </Group>
    </div>
  )
}

type GroupProps = {
  title: string
  /** A restriction of all its figures: "Test mode". */
  mark?: string | null
  isWide?: boolean
  children: ReactNode
}

function Group({ title, mark = null, isWide = false, children }: GroupProps) {
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
      </div>
      {children}
    </section>
  )
}
