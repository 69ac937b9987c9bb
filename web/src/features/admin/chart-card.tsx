import { Badge } from '@app/ui/badge.tsx'
import { Card } from '@app/ui/card.tsx'
import { type Column, Table } from '@app/ui/table.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { DayPlot, type Plot, PlotLegend } from './day-plot.tsx'

/** What limits the figures' meaning: "Test mode". */
type Mark = string | undefined

type Props = {
  title: string
  /** What the drawing shows, in words. */
  sentence: string
  /** UTC days, `2026-05-20`, from the first to the last. */
  days: readonly string[]
  /** One below the other. Each has its own scale. */
  plots: readonly Plot[]
  /** For many plots: side by side on a wide screen. */
  isDense?: boolean
  mark?: Mark
}

/** What happened day by day: a sentence, a drawing, and the same numbers as a table. */
export function DayChart({ title, sentence, days, plots, isDense = false, mark }: Props) {
  const { t, date } = useTranslation()
  const unknown = t('figures.unknown')
  const named = days.map((day) =>
    date(new Date(day), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  )
  const columns = plots.flatMap(({ lines, number }) =>
    lines.map(
      ({ name, points }): Column<number> => ({
        id: name,
        title: name,
        isNumber: true,
        cell: (index) => {
          const value = points[index] ?? null
          return value === null ? unknown : number(value)
        },
      }),
    ),
  )

  return (
    <ChartCard
      title={title}
      sentence={sentence}
      mark={mark}
      table={
        <Table
          caption={title}
          columns={[
            { id: 'day', title: t('figures.day'), cell: (index) => named[index] },
            ...columns,
          ]}
          rows={days.map((_, index) => index).reverse()}
          rowId={String}
        />
      }
    >
      <div
        className={isDense ? 'grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-3' : 'grid gap-4'}
      >
        {plots.map((plot) => (
          <div key={plot.lines[0]?.name} className="grid gap-2">
            <PlotLegend {...plot} />
            <DayPlot {...plot} days={named} unknown={unknown} />
            <p aria-hidden="true" className="flex justify-between text-xs text-ink-faint">
              <span>{named[0]}</span>
              <span>{named.at(-1)}</span>
            </p>
          </div>
        ))}
      </div>
    </ChartCard>
  )
}

type ShareProps = {
  title: string
  sentence: string
  /** What is counted, as the head of the names' column. */
  label: string
  shares: readonly { name: string; count: number }[]
  mark?: Mark
}

/** How a number is made up, the largest part first. */
export function ShareChart({ title, sentence, label, shares, mark }: ShareProps) {
  const { t, number } = useTranslation()
  const sorted = shares.toSorted((one, other) => other.count - one.count)
  const highest = Math.max(1, ...shares.map(({ count }) => count))

  return (
    <ChartCard
      title={title}
      sentence={sentence}
      mark={mark}
      table={
        shares.length > 0 && (
          <Table
            caption={title}
            columns={[
              { id: 'name', title: label, cell: ({ name }) => name },
              {
                id: 'count',
                title: t('figures.count'),
                isNumber: true,
                cell: ({ count }) => number(count),
              },
            ]}
            rows={sorted}
            rowId={({ name }) => name}
          />
        )
      }
    >
      <div aria-hidden="true" className="grid gap-3 text-sm">
        {sorted.map(({ name, count }) => (
          <div key={name} className="grid gap-1">
            <p className="flex justify-between gap-4">
              <span className="min-w-0 truncate">{name}</span>
              <span className="tabular">{number(count)}</span>
            </p>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              className="block h-2 w-full rounded-full bg-sunken"
            >
              <rect width={(100 * count) / highest} height="4" className="fill-accent" />
            </svg>
          </div>
        ))}
      </div>
    </ChartCard>
  )
}

type CardProps = {
  title: string
  sentence: string
  /** The numbers of the drawing; false where there are none. */
  table: ReactNode
  mark: Mark
  children: ReactNode
}

function ChartCard({ title, sentence, table, mark, children }: CardProps) {
  const { t } = useTranslation()

  return (
    <Card title={title} className="min-w-0" action={mark && <Badge tone="notice">{mark}</Badge>}>
      <figure className="-mt-3 grid gap-4">
        <figcaption className="text-sm text-ink-soft">{sentence}</figcaption>
        {children}
        {table && (
          <details className="group">
            <summary className="inline-flex min-h-10 cursor-pointer items-center rounded-md text-sm font-medium text-accent pointer-coarse:min-h-11">
              <span className="group-open:hidden">{t('figures.showTable')}</span>
              <span className="hidden group-open:inline">{t('figures.hideTable')}</span>
            </summary>
            <div className="mt-2">{table}</div>
          </details>
        )}
      </figure>
    </Card>
  )
}
