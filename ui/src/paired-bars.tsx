import { barAt, ChartFrame } from './chart-frame.tsx'

export type Pair = { label: string; outer: number; inner: number }

type Props = {
  caption: string
  pairs: Pair[]
  labelTitle: string
  outerTitle: string
  innerTitle: string
  number: (value: number) => string
}

const GAP = 0.3

/** Two numbers for each label, the smaller inside the larger. */
export function PairedBars({ caption, pairs, labelTitle, outerTitle, innerTitle, number }: Props) {
  const highest = Math.max(...pairs.flatMap(({ outer, inner }) => [outer, inner]))
  const scale = { count: pairs.length, highest }

  return (
    <ChartFrame
      caption={caption}
      titles={[labelTitle, outerTitle, innerTitle]}
      rows={pairs.map(({ label, outer, inner }) => ({
        label,
        words: [number(outer), number(inner)],
      }))}
      legend={
        <p aria-hidden="true" className="mt-3 flex gap-5 text-sm text-ink-soft">
          <LegendEntry color="bg-accent/30" words={outerTitle} />
          <LegendEntry color="bg-accent" words={innerTitle} />
        </p>
      }
    >
      {pairs.map(({ label, outer, inner }, index) => (
        <g key={label} className="transition-opacity hover:opacity-70">
          <title>{`${label}: ${number(outer)} ${outerTitle}, ${number(inner)} ${innerTitle}`}</title>
          <rect {...barAt(index, outer, GAP, scale)} className="fill-accent/30" />
          <rect {...barAt(index, inner, GAP * 2, scale)} className="fill-accent" />
        </g>
      ))}
    </ChartFrame>
  )
}

function LegendEntry({ color, words }: { color: string; words: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span className={`size-3 rounded-sm ${color}`} />
      {words}
    </span>
  )
}
