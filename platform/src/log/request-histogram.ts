import type { MetricType, MetricValueWithName } from 'prom-client'

type Options = { name: string; help: string; labelNames: readonly string[]; buckets: number[] }

type Series = { labels: Record<string, string>; counts: number[]; sum: number; count: number }

/**
 * A histogram that is updated on every request. The library's version checks and hashes labels each time; here a series is looked up once
 * and then counts.
 */
export function requestHistogram({ name, help, labelNames, buckets }: Options) {
  const all: Series[] = []

  return {
    /** Returns the observer of the series with these labels. Callers store it. */
    series: (...values: string[]): ((seconds: number) => void) => {
      const labels = Object.fromEntries(labelNames.map((label, i) => [label, values[i] ?? '']))
      const series: Series = { labels, counts: buckets.map(() => 0), sum: 0, count: 0 }
      all.push(series)

      return (seconds) => {
        series.sum += seconds
        series.count += 1
        for (let i = 0; i < buckets.length; i++) {
          if (seconds > (buckets[i] ?? Infinity)) continue
          series.counts[i] = (series.counts[i] ?? 0) + 1
          return
        }
      }
    },
    /** In the format that the library's registry collects. */
    metric: {
      name,
      get: async () => ({
        name,
        help,
        type: 'histogram' as unknown as MetricType,
        aggregator: 'sum' as const,
        values: all.flatMap((series) => valuesOf(name, buckets, series)),
      }),
    },
  }
}

/** Buckets are cumulative. */
function valuesOf(
  name: string,
  buckets: readonly number[],
  { labels, counts, sum, count }: Series,
): MetricValueWithName<string>[] {
  let below = 0
  const bounded = buckets.map((le, i) => {
    below += counts[i] ?? 0
    return { labels: { le, ...labels }, value: below, metricName: `${name}_bucket` }
  })

  return [
    ...bounded,
    { labels: { le: '+Inf', ...labels }, value: count, metricName: `${name}_bucket` },
    { labels, value: sum, metricName: `${name}_sum` },
    { labels, value: count, metricName: `${name}_count` },
  ]
}
