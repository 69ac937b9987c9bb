import { Badge } from '@app/ui/badge.tsx'
import { highestOf, linePath, PLOT_HEIGHT, PLOT_WIDTH, type Points } from './plot-geometry.ts'

type Props = {
  label: string
  value: string
  /** Against the period before. */
  change: string
  /** What else belongs to the value: "2 on trial". */
  note?: string | undefined
  points: Points
  /** What limits the figure's meaning: "Test mode". */
  mark?: string | undefined
}

/** One figure of the dashboard; a child of `dl`. */
export function FigureCard({ label, value, change, note, points, mark }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-title font-semibold break-words tabular">{value}</dd>
      {mark && (
        <dd>
          <Badge tone="notice">{mark}</Badge>
        </dd>
      )}
      {note && <dd className="text-sm text-ink-soft">{note}</dd>}
      <dd className="text-xs text-ink-faint">{change}</dd>
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
    </div>
  )
}
