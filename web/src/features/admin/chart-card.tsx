import { Card } from '@app/ui/card.tsx'
import { type Column, Table } from '@app/ui/table.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { DayPlot, type Plot, PlotLegend } from './day-plot.tsx'
import { highestOf, isDrawable } from './plot-geometry.ts'

type Props = {
  title: string
  /** A text equivalent of the drawing. */
  sentence: string
  /** UTC days, `2026-05-20`, from the first to the last. */
  days: readonly string[]
  /** Arranged vertically. Each has a separate scale. */
  plots: readonly Plot[]
  /** For many plots: side by side on wide screens. */
  isDense?: boolean
  level?: 2 | 3
}

/** Values per day: a sentence, a drawing, and the same numbers as a table. Where nothing happened, the sentence is enough. */
export function DayChart({ title, sentence, days, plots, isDense = false, level = 2 }: Props) {
  const { t, date } = useTranslation()
  const unknown = t('figures.unknown')
  const happened = plots.filter(({ lines }) => highestOf(lines.map(({ points }) => points)) > 0)
  const drawn = happened.filter(({ lines }) => isDrawable(lines.map(({ points }) => points)))
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
      level={level}
      table={
        drawn.length > 0 && (
          <Table
            caption={title}
            columns={[
              { id: 'day', title: t('figures.day'), cell: (index) => named[index] },
              ...columns,
            ]}
            rows={days.map((_, index) => index).reverse()}
            rowId={String}
          />
        )
      }
    >
      {happened.length > drawn.length && (
        <div className="rounded-md bg-sunken px-4 py-3 text-sm">
          <p className="font-medium">{t('figures.tooFew')}</p>
          <p className="text-ink-soft">{t('figures.tooFewText')}</p>
        </div>
      )}
      <div
        className={`grid gap-x-6 gap-y-4 empty:hidden ${isDense ? columnsFor(drawn.length) : ''}`}
      >
        {drawn.map((plot) => (
          <div key={plot.lines[0]?.name} className="grid gap-2">
            <PlotLegend {...plot} />
            <DayPlot {...plot} days={named} unknown={unknown} />
          </div>
        ))}
      </div>
    </ChartCard>
  )
}

function columnsFor(plots: number): string {
  if (plots === 1) return ''
  return plots === 2 ? 'md:grid-cols-2' : 'md:grid-cols-2 xl:grid-cols-3'
}

type ShareProps = {
  title: string
  sentence: string
  /** The header of the names' column: what is counted. */
  label: string
  shares: readonly { name: string; count: number }[]
  level?: 2 | 3
}

/** The parts of a number, largest first. */
export function ShareChart({ title, sentence, label, shares, level = 2 }: ShareProps) {
  const { t, number } = useTranslation()
  const sorted = shares.toSorted((one, other) => other.count - one.count)
  const highest = Math.max(1, ...shares.map(({ count }) => count))

  return (
    <ChartCard
      title={title}
      sentence={sentence}
      level={level}
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
  /** The drawing's numbers; false if there are none. */
  table: ReactNode
  level: 2 | 3
  children: ReactNode
}

function ChartCard({ title, sentence, table, level, children }: CardProps) {
  const { t } = useTranslation()

  return (
    <Card title={title} level={level} className="min-w-0">
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
