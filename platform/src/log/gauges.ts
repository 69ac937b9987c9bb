import { Gauge, type Registry } from 'prom-client'
import { within } from '#errors/within.ts'

export type Sample = { labels: Record<string, string>; value: number }
export type Read = () => Sample[] | Promise<Sample[]>
type GaugeOptions = { name: string; help: string; labelNames?: readonly string[]; read: Read }

/** A gauge whose values are read only at collection. */
export function watchGauge(
  registry: Registry,
  { name, help, labelNames = ['kind', 'state'], read }: GaugeOptions,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const samples = await read()
      this.reset()
      for (const { labels, value } of samples) this.set(labels, value)
    },
  })
}

/** The gauges have no samples if the database is unavailable or slow, so that all other metrics are collected. */
export function databaseGauges(registry: Registry) {
  let isUp: () => Promise<boolean> = async () => true

  return {
    watchDatabase: (ping: () => Promise<void>) => {
      isUp = sharedWhileUnderWay(() =>
        within(PING_LIMIT_MS, ping(), tooLate).then(
          () => true,
          () => false,
        ),
      )
      const read = async () => [{ labels: {}, value: (await isUp()) ? 1 : 0 }]
      for (const name of ['gitferry_database_up', 'database_up'])
        watchGauge(registry, { name, help: '1 while the database answers', read })
    },
    /** Under its name and an earlier one, with one question to the database for both. */
    watchRows: (options: GaugeOptions & { before?: string }) => {
      const shared = sharedWhileUnderWay(async () => options.read())
      const read = async () =>
        (await isUp()) ? within(READ_LIMIT_MS, shared(), tooLate).catch(() => []) : []
      for (const name of options.before ? [options.name, options.before] : [options.name])
        watchGauge(registry, { ...options, name, read })
    },
  }
}

/** Together shorter than the collectors' timeout of ten seconds. */
const PING_LIMIT_MS = 1_500
const READ_LIMIT_MS = 3_000
const tooLate = () => new Error('The database took too long')

export function sharedWhileUnderWay<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined

  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

/** The last values for a while, for questions that read many rows. */
export function keptFor(ms: number, read: () => Promise<Sample[]>): () => Promise<Sample[]> {
  let last: { at: number; samples: Sample[] } | undefined

  return async () => {
    const now = performance.now()
    if (!last || now - last.at > ms) last = { at: now, samples: await read() }
    return last.samples
  }
}

export const byState = (counts: Record<string, number>): Sample[] =>
  Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }))
