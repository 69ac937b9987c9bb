import { barAt, ChartFrame } from './chart-frame.tsx'

export type Bar = { label: string; value: number /** As people read it. */; words: string }

type Props = { caption: string; bars: Bar[]; valueTitle: string; labelTitle: string }

const GAP = 0.3

/** One number for each label. */
export function BarChart({ caption, bars, valueTitle, labelTitle }: Props) {
  const scale = { count: bars.length, highest: Math.max(...bars.map(({ value }) => value)) }

  return (
    <ChartFrame
      caption={caption}
      titles={[labelTitle, valueTitle]}
      rows={bars.map(({ label, words }) => ({ label, words: [words] }))}
    >
      {bars.map(({ label, value, words }, index) => (
        <rect
          key={label}
          {...barAt(index, value, GAP, scale)}
          className="fill-accent/80 transition-opacity hover:opacity-70"
        >
          <title>{`${label}: ${words}`}</title>
        </rect>
      ))}
    </ChartFrame>
  )
}
