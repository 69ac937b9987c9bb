import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type PoolStats = { total: number; idle: number; waiting: number }

export type Metrics = {
  requestAnswered(surface: string, method: string, status: number, seconds: number): void
  watchPool(stats: () => PoolStats): void
  /** The text that a collector reads. */
  page(): Promise<{ type: string; text: string }>
}

/** Each server has its own registry, so that tests may run several in one process. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by surface, method and class of status',
    labelNames: ['surface', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })

  return {
    requestAnswered: (surface, method, status, seconds) =>
      requests.observe({ surface, method, status: `${Math.floor(status / 100)}xx` }, seconds),
    watchPool: (stats) => {
      const gauge = new Gauge({
        name: 'database_connections',
        help: 'Connections of the pool, and requests that wait for one',
        labelNames: ['state'],
        registers: [registry],
        collect() {
          for (const [state, count] of Object.entries(stats())) this.set({ state }, count)
        },
      })
      gauge.reset()
    },
    page: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}
