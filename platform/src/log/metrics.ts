import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client'
import { requestHistogram } from './request-histogram.ts'

type PoolStats = { total: number; idle: number; waiting: number }
type JobStats = { kind: string; waiting: number; running: number; failed: number }
type MailStats = { waiting: number; failed: number; oldestWaitingS: number }

export type Metrics = {
  /** Rejects if the database cannot answer; then its gauges are omitted. */
  watchDatabase(ping: () => Promise<void>): void
  requestAnswered(surface: string, method: string, status: number, seconds: number): void
  functionAnswered(name: string, status: number, seconds: number): void
  passwordHashed(seconds: number): void
  watchPool(stats: () => PoolStats): void
  watchJobs(stats: () => Promise<JobStats[]>): void
  watchMail(stats: () => Promise<MailStats>): void
  /** Counts events on this server, by kind. */
  counter(name: string, help: string): (kind: string) => void
  /** A gauge of the product. */
  watchCount(name: string, help: string, count: () => Promise<number>): void
  /** The metrics page for collectors. */
  page(): Promise<{ type: string; text: string }>
}

/** Each server has its own registry, so that tests may run several in one process. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = requestHistogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by surface, method and class of status',
    labelNames: ['surface', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  })
  // The registry only uses a metric's name and values.
  registry.registerMetric(requests.metric as unknown as Metric)
  const observeRequest = keptSeries(requests.series)

  const functions = new Histogram({
    name: 'function_seconds',
    help: 'Time a server function took, by name and class of status',
    labelNames: ['name', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
    registers: [registry],
  })

  const hashes = new Histogram({
    name: 'password_hash_seconds',
    help: 'Time to hash or compare a password, without the wait before it',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    registers: [registry],
  })

  const watch = gaugesIn(registry)
  const { watchDatabase, watchRows } = databaseGauges(watch)
  const watchCount: Metrics['watchCount'] = (name, help, count) =>
    watchRows(name, help, async () => [{ labels: {}, value: await count() }])

  return {
    watchDatabase,
    requestAnswered: (surface, method, status, seconds) =>
      observeRequest(surface, method, status)(seconds),
    functionAnswered: (name, status, seconds) =>
      functions.observe({ name, status: classOf(status) }, seconds),
    passwordHashed: (seconds) => hashes.observe(seconds),
    watchPool: (stats) =>
      watch('database_connections', 'Connections of the pool, and requests that wait for one', () =>
        byState(stats()),
      ),
    watchJobs: (stats) =>
      watchRows('jobs', 'Jobs of all servers, by kind', async () =>
        (await stats()).flatMap(({ kind, waiting, running, failed }) =>
          byState({ waiting, running, failed }).map(({ labels, value }) => ({
            labels: { kind, ...labels },
            value,
          })),
        ),
      ),
    watchMail: (stats) => {
      // One query for both gauges, which are collected together.
      const shared = sharedWhileUnderWay(stats)
      watchRows('mails', 'Mails that wait or were given up', async () => {
        const { waiting, failed } = await shared()
        return byState({ waiting, failed })
      })
      watchCount(
        'mail_oldest_waiting_seconds',
        'How long the oldest waiting mail has waited',
        async () => (await shared()).oldestWaitingS,
      )
    },
    counter: (name, help) => counter(registry, name, help),
    watchCount,
    page: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}

type Watch = (name: string, help: string, read: () => Sample[] | Promise<Sample[]>) => void

/** Gauges whose values are read only at collection. */
const gaugesIn =
  (registry: Registry): Watch =>
  (name, help, read) => {
    new Gauge({
      name,
      help,
      labelNames: ['kind', 'state'],
      registers: [registry],
      async collect() {
        const samples = await read()
        this.reset()
        for (const { labels, value } of samples) this.set(labels, value)
      },
    })
  }

function counter(registry: Registry, name: string, help: string): (kind: string) => void {
  const counted = new Counter({ name, help, labelNames: ['kind'], registers: [registry] })

  return (kind) => counted.inc({ kind })
}

/** The gauges have no samples if the database is unavailable or slow, so that all other metrics are collected. */
function databaseGauges(watch: Watch) {
  let isUp: () => Promise<boolean> = async () => true

  return {
    watchDatabase: (ping: () => Promise<void>) => {
      isUp = sharedWhileUnderWay(() =>
        within(PING_LIMIT_MS, ping()).then(
          () => true,
          () => false,
        ),
      )
      watch('database_up', '1 while the database answers', async () => [
        { labels: {}, value: (await isUp()) ? 1 : 0 },
      ])
    },
    watchRows: (name: string, help: string, read: () => Promise<Sample[]>) => {
      const shared = sharedWhileUnderWay(read)
      watch(name, help, async () =>
        (await isUp()) ? within(READ_LIMIT_MS, shared()).catch(() => []) : [],
      )
    },
  }
}

/** Together shorter than the collectors' timeout of ten seconds. */
const PING_LIMIT_MS = 1_500
const READ_LIMIT_MS = 3_000

function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database took too long')), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

type Observe = (seconds: number) => void

/** One series for each combination of surface, method and status class that occurred. */
function keptSeries(make: (...labels: string[]) => Observe) {
  const kept = new Map<string, Map<string, Observe[]>>()
  const keep = (surface: string, method: string, status: number): Observe => {
    const observe = make(surface, method, classOf(status))
    const methods = kept.get(surface) ?? new Map<string, Observe[]>()
    const classes = methods.get(method) ?? []
    classes[hundreds(status)] = observe
    kept.set(surface, methods.set(method, classes))
    return observe
  }

  return (surface: string, method: string, status: number): Observe =>
    kept.get(surface)?.get(method)?.[hundreds(status)] ?? keep(surface, method, status)
}

const hundreds = (status: number) => Math.floor(status / 100)
const classOf = (status: number) => `${hundreds(status)}xx`

type Sample = { labels: Record<string, string>; value: number }

function sharedWhileUnderWay<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined

  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

const byState = (counts: Record<string, number>): Sample[] =>
  Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }))
