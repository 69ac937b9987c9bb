export type Bar = { label: string; value: number /** As people read it. */; words: string }

type Props = { caption: string; bars: Bar[]; valueTitle: string; labelTitle: string }

const WIDTH = 600
const HEIGHT = 160
const GAP = 0.3

/** A picture for the eye and the same numbers as a table for everybody else. */
export function BarChart({ caption, bars, valueTitle, labelTitle }: Props) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const step = WIDTH / Math.max(1, bars.length)

  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-40 w-full"
      >
        {[0.25, 0.5, 0.75].map((part) => (
          <line
            key={part}
            x2={WIDTH}
            y1={HEIGHT * part}
            y2={HEIGHT * part}
            className="stroke-line [vector-effect:non-scaling-stroke]"
          />
        ))}
        {bars.map(({ label, value, words }, index) => (
          <rect
            key={label}
            x={step * (index + GAP / 2)}
            y={HEIGHT * (1 - value / highest)}
            width={step * (1 - GAP)}
            height={HEIGHT * (value / highest)}
            className="fill-accent/80 transition-opacity hover:opacity-70"
          >
            <title>{`${label}: ${words}`}</title>
          </rect>
        ))}
      </svg>
      <p aria-hidden="true" className="mt-2 flex justify-between text-xs text-ink-faint">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <table className="sr-only">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labelTitle}</th>
            <th scope="col">{valueTitle}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, words }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
