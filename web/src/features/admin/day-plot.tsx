import { useId } from 'react'
import {
  barAt,
  highestOf,
  linePath,
  PLOT_HEIGHT,
  PLOT_WIDTH,
  type Points,
  scaleOf,
} from './plot-geometry.ts'

export type DayLine = { name: string; points: Points }

export type Plot = {
  kind: 'line' | 'bars'
  /** At most two: the second has a pattern. They share a scale. */
  lines: readonly DayLine[]
  number: (value: number) => string
}

type Props = Plot & {
  /** The name of each day. */
  days: readonly string[]
  /** The text for a day without a value. */
  unknown: string
}

/** Only the drawing: screen readers use the table beside it. */
export function DayPlot({ kind, lines, number, days, unknown }: Props) {
  const pattern = useId()
  const reached = highestOf(lines.map(({ points }) => points))
  // A level line keeps a distance from the upper edge, where it would look like a part of it.
  const highest = scaleOf(kind === 'line' ? reached * 1.1 : reached)
  const told = (index: number) =>
    lines.map(({ name, points }) => {
      const value = points[index] ?? null
      return `${name}: ${value === null ? unknown : number(value)}`
    })

  return (
    <div
      aria-hidden="true"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs text-ink-faint tabular"
    >
      <p className="-my-2 flex flex-col justify-between text-right">
        <span>{number(highest)}</span>
        <span>{number(0)}</span>
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-32 w-full overflow-visible border-y border-line"
      >
        <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse">
          <path
            d="M0 6L6 0"
            className="stroke-ink-soft stroke-2 [vector-effect:non-scaling-stroke]"
          />
        </pattern>
        {lines.map((line, place) =>
          kind === 'line' ? (
            <path
              key={line.name}
              d={linePath(line.points, highest)}
              strokeDasharray={place === 0 ? undefined : '5 4'}
              className={`fill-none stroke-2 [stroke-linecap:round] [stroke-linejoin:round] [vector-effect:non-scaling-stroke] ${place === 0 ? 'stroke-accent' : 'stroke-ink-soft'}`}
            />
          ) : (
            line.points.map(
              (value, index) =>
                value !== null && (
                  <rect
                    key={days[index]}
                    {...barAt(
                      { index, count: days.length },
                      { place, of: lines.length },
                      value,
                      highest,
                    )}
                    fill={place === 0 ? undefined : `url(#${pattern})`}
                    className={
                      place === 0
                        ? 'fill-accent'
                        : 'stroke-ink-soft [vector-effect:non-scaling-stroke]'
                    }
                  />
                ),
            )
          ),
        )}
        {days.map((day, index) => (
          <rect
            key={day}
            x={(PLOT_WIDTH / days.length) * index}
            width={PLOT_WIDTH / days.length}
            height={PLOT_HEIGHT}
            className="fill-transparent hover:fill-accent/10"
          >
            <title>{[day, ...told(index)].join('\n')}</title>
          </rect>
        ))}
      </svg>
      <p className="col-start-2 flex justify-between">
        <span>{days[0]}</span>
        <span>{days.at(-1)}</span>
      </p>
    </div>
  )
}

/** The symbols of the drawing, with their names. */
export function PlotLegend({ kind, lines }: Pick<Plot, 'kind' | 'lines'>) {
  const pattern = useId()

  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
      {lines.map(({ name }, place) => (
        <span key={name} className="inline-flex items-center gap-2">
          <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4">
            <pattern id={pattern} width="5" height="5" patternUnits="userSpaceOnUse">
              <path d="M0 5L5 0" className="stroke-ink-soft" />
            </pattern>
            {kind === 'line' ? (
              <path
                d="M0 8H16"
                strokeDasharray={place === 0 ? undefined : '4 3'}
                className={`stroke-2 ${place === 0 ? 'stroke-accent' : 'stroke-ink-soft'}`}
              />
            ) : (
              <rect
                x="2"
                y="2"
                width="12"
                height="12"
                fill={place === 0 ? undefined : `url(#${pattern})`}
                className={place === 0 ? 'fill-accent' : 'stroke-ink-soft'}
              />
            )}
          </svg>
          {name}
        </span>
      ))}
    </p>
  )
}
