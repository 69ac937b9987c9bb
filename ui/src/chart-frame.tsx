import type { ReactNode } from 'react'

const CHART_WIDTH = 600
const CHART_HEIGHT = 160

type Props = {
  caption: string
  /** Of the labels first, then of each number. */
  titles: string[]
  rows: { label: string; words: string[] }[]
  legend?: ReactNode
  /** Drawn in a coordinate system of the width and height above. */
  children: ReactNode
}

/** A drawing, and the same numbers as a table for screen readers. */
export function ChartFrame({ caption, titles, rows, legend, children }: Props) {
  return (
    <figure>
      <svg
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-40 w-full"
      >
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <line
            key={part}
            x2={CHART_WIDTH}
            y1={CHART_HEIGHT * part}
            y2={CHART_HEIGHT * part}
            className="stroke-line [vector-effect:non-scaling-stroke]"
          />
        ))}
        {children}
      </svg>
      <p aria-hidden="true" className="mt-2 flex justify-between text-xs text-ink-faint">
        <span>{rows[0]?.label}</span>
        <span>{rows.at(-1)?.label}</span>
      </p>
      {legend}
      {/* A table ignores a fixed size, so its container is what is hidden. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {titles.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, words }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {words.map((number, index) => (
                  <td key={titles[index + 1]}>{number}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

type Scale = { count: number; highest: number }

/** The rectangle of the bar at `index` of `count`; `gap` is the fraction of its step that stays free. */
export function barAt(index: number, value: number, gap: number, { count, highest }: Scale) {
  const step = CHART_WIDTH / Math.max(1, count)
  const height = CHART_HEIGHT * (value / Math.max(1, highest))

  return { x: step * (index + gap / 2), y: CHART_HEIGHT - height, width: step * (1 - gap), height }
}
