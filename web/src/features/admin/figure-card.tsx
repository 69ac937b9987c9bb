import type { ReactNode } from 'react'
import { highestOf, linePath, PLOT_HEIGHT, PLOT_WIDTH, type Points } from './plot-geometry.ts'

type Props = {
  label: string
  value: string
  /** Against the previous period. */
  change: string
  /** Additional information: "2 on trial". */
  note?: string | undefined
  /** Drawn small; none where a chart beside it draws them. */
  points?: Points
}

/** One figure of the dashboard; a child of `FigureRow`. */
export function FigureCard({ label, value, change, note, points = [] }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-title font-semibold break-words tabular">{value}</dd>
      {note && <dd className="text-sm text-ink-soft">{note}</dd>}
      <dd className="text-xs text-ink-faint">{change}</dd>
      {hasTrend(points) && (
        <dd className="mt-auto pt-2">
          <svg
            aria-hidden="true"
            viewBox={`0 -6 ${PLOT_WIDTH} ${PLOT_HEIGHT + 12}`}
            preserveAspectRatio="none"
            className="block h-8 w-full"
          >
            <path
              d={linePath(points, highestOf([points]))}
              className="fill-none stroke-accent stroke-[1.5] [stroke-linecap:round] [stroke-linejoin:round] [vector-effect:non-scaling-stroke]"
            />
          </svg>
        </dd>
      )}
    </div>
  )
}

/** A level line says nothing that the number does not. */
const hasTrend = (points: Points) => new Set(points.filter((value) => value !== null)).size > 1

/** Its figures share every line equally, so that no place stays empty. */
export function FigureRow({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap gap-3 *:grow *:basis-36 sm:gap-4">{children}</dl>
}
