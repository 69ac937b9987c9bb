export const PLOT_WIDTH = 600
export const PLOT_HEIGHT = 120

/** One value per day; null if unknown. */
export type Points = readonly (number | null)[]

export const highestOf = (lines: readonly Points[]): number =>
  Math.max(0, ...lines.flat().map((value) => value ?? 0))

/** A course needs two days with a value. */
export const isDrawable = (lines: readonly Points[]): boolean =>
  lines.some((points) => points.filter((value) => value !== null).length > 1)

/** One or two events are no tall bars. */
const LEAST_SCALE = 4

/** The upper end of an axis that begins at 0: a round number above what is drawn. */
export function scaleOf(highest: number): number {
  const least = Math.max(LEAST_SCALE, highest)
  const power = 10 ** Math.floor(Math.log10(least))
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].filter((step) => Number.isInteger(step * power))

  return (steps.find((step) => step * power >= least) ?? 10) * power
}

/** The SVG path of a line. Unknown values interrupt it, and a day between two gaps becomes a dot. */
export function linePath(points: Points, highest: number): string {
  const step = PLOT_WIDTH / points.length
  const place = (value: number, index: number) =>
    `${round(step * (index + 0.5))} ${round(heightLeft(value, highest))}`

  return points
    .map((value, index) => {
      if (value === null) return ''
      if (index > 0 && points[index - 1] !== null) return `L${place(value, index)}`

      return `M${place(value, index)}h0.01`
    })
    .join('')
}

const GAP = 0.25

/** The rectangle of a day's bar; several lines share the day's width. */
export function barAt(
  { index, count }: { index: number; count: number },
  { place, of }: { place: number; of: number },
  value: number,
  highest: number,
) {
  const step = PLOT_WIDTH / count
  const width = (step * (1 - GAP)) / of
  const y = heightLeft(value, highest)

  return {
    x: round(step * (index + GAP / 2) + width * place),
    y: round(y),
    width: round(width),
    height: round(PLOT_HEIGHT - y),
  }
}

const heightLeft = (value: number, highest: number) =>
  PLOT_HEIGHT * (1 - value / Math.max(highest, Number.EPSILON))

const round = (value: number) => Math.round(value * 100) / 100
