import type { Metric, Registry } from 'prom-client'
import { requestHistogram } from './request-histogram.ts'
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
