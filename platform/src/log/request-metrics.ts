import type { Metric, MetricType, MetricValueWithName, Registry } from 'prom-client'
import { routeOf } from './request-routes.ts'

type Observe = (seconds: number) => void

/** The combinations of labels that get series of their own. What comes after them counts as `other`. */
const MOST_ROUTES = 80
const MOST_SURFACES = 32

/** Times of answered requests by route; under the earlier name by surface and method. */
export function requestMetrics(registry: Registry) {
  const routes = requestHistogram({
    name: 'gitferry_http_request_duration_seconds',
    help: 'Time to answer, by surface, route and class of status',
    labelNames: ['surface', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  })
  const surfaces = requestHistogram({
    name: 'http_request_seconds',
    help: 'The same by surface, method and class of status; replaced by gitferry_http_request_duration_seconds',
    labelNames: ['surface', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  })
  // The registry only uses a metric's name and values.
  for (const { metric } of [routes, surfaces]) registry.registerMetric(metric as unknown as Metric)
  const ofRoute = keptSeries(routes.series, MOST_ROUTES)
  const ofSurface = keptSeries(surfaces.series, MOST_SURFACES)

  return (path: string, method: string, status: number, seconds: number): void => {
    const route = routeOf(path)
    const hundred = Math.floor(status / 100)
    ofRoute(route.surface, route.route, hundred)(seconds)
    ofSurface(route.surface, method, hundred)(seconds)
  }
}

/** One series for each combination of two labels and a status class that occurred, up to a number. */
function keptSeries(make: (...labels: string[]) => Observe, most: number) {
  const kept = new Map<string, Map<string, Observe[]>>()
  let made = 0
  const keep = (first: string, second: string, hundred: number): Observe => {
    const isFull = made >= most && first !== OTHER
    if (isFull) return find(OTHER, OTHER, hundred)
    made += 1
    const observe = make(first, second, `${hundred}xx`)
    const seconds = kept.get(first) ?? new Map<string, Observe[]>()
    const classes = seconds.get(second) ?? []
    classes[hundred] = observe
    kept.set(first, seconds.set(second, classes))
    return observe
  }
  const find = (first: string, second: string, hundred: number): Observe =>
    kept.get(first)?.get(second)?.[hundred] ?? keep(first, second, hundred)

  return find
}

const OTHER = 'other'

type Options = { name: string; help: string; labelNames: readonly string[]; buckets: number[] }

type Series = { labels: Record<string, string>; counts: number[]; sum: number; count: number }

/**
 * A histogram that is updated on every request. The library's version checks and hashes labels each time; here a series is looked up once
 * and then counts.
 */
function requestHistogram({ name, help, labelNames, buckets }: Options) {
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
