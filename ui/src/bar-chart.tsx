const CHART_WIDTH = 600
const CHART_HEIGHT = 160

/** The share of a bar's step that stays free. */
const GAP = 0.3

/** With fewer steps, a single push would fill the whole height. */
const LEAST_TOP = 4

type Props = {
  caption: string
  bars: { label: string; value: number }[]
  labelTitle: string
  valueTitle: string
  number: (value: number) => string
}

/** One series of whole numbers: with an axis, a tooltip per bar, and the same as a table for screen readers. */
export function BarChart({ caption, bars, labelTitle, valueTitle, number }: Props) {
  const top = topOf(Math.max(0, ...bars.map(({ value }) => value)))
  const ticks = [top, top / 2, 0]

  return (
    <figure>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pt-2">
        <div className="flex h-40 flex-col justify-between text-right text-xs leading-none text-ink-soft tabular">
          {ticks.map((tick) => (
            <span key={tick} className="-my-1.5 min-h-3">
              {number(tick)}
            </span>
          ))}
        </div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-40 w-full overflow-visible"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x2={CHART_WIDTH}
              y1={heightAt(top - tick, top)}
              y2={heightAt(top - tick, top)}
              className="stroke-line [vector-effect:non-scaling-stroke]"
            />
          ))}
          {bars.map(({ label, value }, index) => (
            <Bar key={label} at={index} count={bars.length} value={value} top={top}>
              {`${label}: ${number(value)}`}
            </Bar>
          ))}
        </svg>
        <p className="col-start-2 mt-2 flex justify-between text-xs text-ink-soft">
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </p>
      </div>
      {/* A table ignores a fixed size, so its container is hidden instead. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{labelTitle}</th>
              <th scope="col">{valueTitle}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{number(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

type BarProps = { at: number; count: number; value: number; top: number; children: string }

/** The whole step answers the pointer, so that days without a push have a tooltip, too. */
function Bar({ at, count, value, top, children }: BarProps) {
  const step = CHART_WIDTH / count
  const height = heightAt(value, top)

  return (
    <g className="transition-opacity hover:opacity-70">
      <title>{children}</title>
      <rect x={step * at} y={0} width={step} height={CHART_HEIGHT} className="fill-transparent" />
      <rect
        x={step * (at + GAP / 2)}
        y={CHART_HEIGHT - height}
        width={step * (1 - GAP)}
        height={height}
        className="fill-accent"
      />
    </g>
  )
}

const heightAt = (value: number, top: number) => (CHART_HEIGHT * value) / top

/** The next even number, so that half of it is whole. */
function topOf(highest: number): number {
  const top = Math.max(LEAST_TOP, highest)

  return top + (top % 2)
}
