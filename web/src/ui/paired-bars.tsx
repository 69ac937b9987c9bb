export type Pair = { label: string; outer: number; inner: number }

type Props = {
  caption: string
  pairs: Pair[]
  labelTitle: string
  outerTitle: string
  innerTitle: string
  number: (value: number) => string
}

const WIDTH = 600
const HEIGHT = 160
const STEP_GAP = 0.3

/** Two numbers for each label, the smaller inside the larger; the same as a table for those who cannot see it. */
export function PairedBars(props: Props) {
  const { pairs, outerTitle, innerTitle } = props

  return (
    <figure>
      <Bars {...props} />
      <p aria-hidden="true" className="mt-2 flex justify-between text-xs text-ink-faint">
        <span>{pairs[0]?.label}</span>
        <span>{pairs.at(-1)?.label}</span>
      </p>
      <p aria-hidden="true" className="mt-3 flex gap-5 text-sm text-ink-soft">
        <Key look="bg-accent/30" words={outerTitle} />
        <Key look="bg-accent" words={innerTitle} />
      </p>
      <Numbers {...props} />
    </figure>
  )
}

function Bars({ pairs, outerTitle, innerTitle, number }: Props) {
  const highest = Math.max(1, ...pairs.flatMap(({ outer, inner }) => [outer, inner]))
  const step = WIDTH / Math.max(1, pairs.length)
  const bar = (value: number, index: number, gap: number) => ({
    x: step * (index + gap / 2),
    y: HEIGHT * (1 - value / highest),
    width: step * (1 - gap),
    height: HEIGHT * (value / highest),
  })

  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-40 w-full"
    >
      {[0.25, 0.5, 0.75, 1].map((part) => (
        <line
          key={part}
          x2={WIDTH}
          y1={HEIGHT * part}
          y2={HEIGHT * part}
          className="stroke-line [vector-effect:non-scaling-stroke]"
        />
      ))}
      {pairs.map(({ label, outer, inner }, index) => (
        <g key={label} className="transition-opacity hover:opacity-70">
          <title>{`${label}: ${number(outer)} ${outerTitle}, ${number(inner)} ${innerTitle}`}</title>
          <rect {...bar(outer, index, STEP_GAP)} className="fill-accent/30" />
          <rect {...bar(inner, index, STEP_GAP * 2)} className="fill-accent" />
        </g>
      ))}
    </svg>
  )
}

function Key({ look, words }: { look: string; words: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span className={`size-3 rounded-sm ${look}`} />
      {words}
    </span>
  )
}

function Numbers({ caption, pairs, labelTitle, outerTitle, innerTitle, number }: Props) {
  return (
    <table className="sr-only">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{labelTitle}</th>
          <th scope="col">{outerTitle}</th>
          <th scope="col">{innerTitle}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ label, outer, inner }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{number(outer)}</td>
            <td>{number(inner)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
