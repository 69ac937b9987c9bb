const WIDTH = 120
const HEIGHT = 32
/** Half a stroke, so that the highest and the lowest point are not cut. */
const EDGE = 1

type Props = { values: number[] /** What the line says, in a sentence. */; label: string }

export function Sparkline({ values, label }: Props) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="block h-8 w-full"
    >
      <polyline
        points={sparklinePoints(values)}
        className="fill-none stroke-accent stroke-2 [vector-effect:non-scaling-stroke]"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** From the lowest value at the bottom to the highest at the top; a line that never changes lies in the middle. */
export function sparklinePoints(values: number[]): string {
  const low = Math.min(...values)
  const range = Math.max(...values) - low
  const step = WIDTH / Math.max(1, values.length - 1)

  return values
    .map((value, index) => {
      const height = range === 0 ? 0.5 : (value - low) / range
      return `${round(index * step)},${round(HEIGHT - EDGE - height * (HEIGHT - 2 * EDGE))}`
    })
    .join(' ')
}

const round = (value: number) => Math.round(value * 10) / 10
