import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { byState, databaseGauges, type Sample, sharedWhileUnderWay, watchGauge } from './gauges.ts'
import { requestMetrics } from './request-metrics.ts'

type PoolStats = { total: number; idle: number; waiting: number }
type JobStats = { kind: string; waiting: number; running: number; failed: number }
type MailStats = { waiting: number; failed: number; oldestWaitingS: number }
type RealtimeStats = { sockets: number; channels: number; unsentBytes: number }
type AdmissionStats = { waiting: number; refused: number }
type ReplicaStats = { state: string; lagMs: number; served: number; repeated: number }
export type Build = { version: string; revision: string }

export type Metrics = {
  /** Rejects if the database cannot answer; then its gauges are omitted. */
  watchDatabase(ping: () => Promise<void>): void
  requestAnswered(path: string, method: string, status: number, seconds: number): void
  functionAnswered(name: string, status: number, seconds: number): void
  passwordHashed(seconds: number): void
  authAnswered(action: string, outcome: string): void
  limitRefused(limit: string): void
  outsideAnswered(service: string, outcome: string, seconds: number): void
  webhookReceived(provider: string, outcome: string): void
  fileBytes(direction: 'in' | 'out', bytes: number): void
  jobEnded(kind: string, outcome: string, seconds: number): void
  watchPool(stats: () => PoolStats): void
  watchAdmission(stats: () => AdmissionStats): void
  watchReplica(stats: () => ReplicaStats): void
  watchRealtime(stats: () => RealtimeStats): void
  watchJobs(stats: () => Promise<JobStats[]>): void
  watchMail(stats: () => Promise<MailStats>): void
  /** Counts events on this server, by kind. */
  counter(name: string, help: string): (kind: string, count?: number) => void
  /** A gauge of the product, also under its earlier name. */
  watchCount(gauge: { name: string; before?: string; help: string }, count: Count): void
  /** A gauge with labels, which is read from the database. */
  watchSamples(gauge: LabelledGauge, read: () => Promise<Sample[]>): void
  /** The metrics page for collectors. */
  page(): Promise<{ type: string; text: string }>
}

/** For commands, which no collector watches. */
export const uncounted = { passwordHashed() {}, limitRefused() {}, authAnswered() {} }

type Count = () => Promise<number>
type LabelledGauge = { name: string; help: string; labelNames: readonly string[] }

/** Each server has its own registry, so that tests may run several in one process. */
export function openMetrics(build: Build = { version: 'unknown', revision: 'unknown' }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  announceBuild(registry, build)
  const { watchDatabase, watchRows } = databaseGauges(registry)
  const watchCount: Metrics['watchCount'] = (gauge, count) =>
    watchRows({ ...gauge, read: async () => [{ labels: {}, value: await count() }] })

  return {
    ...eventMetrics(registry),
    watchDatabase,
    requestAnswered: requestMetrics(registry),
    watchPool: (stats) => watchConnections(registry, stats),
    watchAdmission: (stats) => watchAdmission(registry, stats),
    watchReplica: (stats) => watchReplica(registry, stats),
    watchRealtime: (stats) => watchRealtime(registry, stats),
    watchJobs: (stats) =>
      watchRows({
        name: 'gitferry_jobs',
        before: 'jobs',
        help: 'Jobs of all servers, by kind',
        read: async () => (await stats()).flatMap(samplesOfKind),
      }),
    watchMail: (stats) => {
      // One query for both gauges, which are collected together.
      const shared = sharedWhileUnderWay(stats)
      watchRows({
        name: 'gitferry_mails',
        before: 'mails',
        help: 'Mails that wait or were given up',
        read: async () => {
          const { waiting, failed } = await shared()
          return byState({ waiting, failed })
        },
      })
      const oldest = {
        name: 'gitferry_mail_oldest_waiting_seconds',
        before: 'mail_oldest_waiting_seconds',
        help: 'How long the oldest waiting mail has waited',
      }
      watchCount(oldest, async () => (await shared()).oldestWaitingS)
    },
    counter: (name, help) => counter(registry, name, help),
    watchCount,
    watchSamples: (gauge, read) => watchRows({ ...gauge, read }),
    page: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}

function announceBuild(registry: Registry, { version, revision }: Build): void {
  const info = new Gauge({
    name: 'gitferry_build_info',
    help: 'The release that runs',
    labelNames: ['version', 'revision', 'node'],
    registers: [registry],
  })
  info.set({ version, revision, node: process.versions.node }, 1)
}

type Events = Pick<
  Metrics,
  | 'functionAnswered'
  | 'passwordHashed'
  | 'authAnswered'
  | 'limitRefused'
  | 'outsideAnswered'
  | 'webhookReceived'
  | 'fileBytes'
  | 'jobEnded'
>

type HistogramOptions<Label extends string> = {
  help: string
  labelNames: Label[]
  buckets: number[]
}

const FUNCTIONS: HistogramOptions<'name' | 'status'> = {
  help: 'Time a server function took, by name and class of status',
  labelNames: ['name', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
}

const HASHES: HistogramOptions<never> = {
  help: 'Time to hash or compare a password, without the wait before it',
  labelNames: [],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
}

/** Everything but requests is rare enough for the library's own counting. Callers take labels from closed lists. */
function eventMetrics(registry: Registry): Events {
  const histogram = <Label extends string>(name: string, options: HistogramOptions<Label>) =>
    new Histogram({ name, ...options, registers: [registry] })
  const total = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })

  const functions = [
    histogram('gitferry_function_duration_seconds', FUNCTIONS),
    histogram('function_seconds', FUNCTIONS),
  ]
  const hashes = [
    histogram('gitferry_password_hash_duration_seconds', HASHES),
    histogram('password_hash_seconds', HASHES),
  ]
  const jobs = histogram('gitferry_job_duration_seconds', {
    help: 'Time a job took on this server: done, failed and waits for another try, given up',
    labelNames: ['kind', 'outcome'],
    buckets: [0.1, 1, 10, 60],
  })
  const outside = histogram('gitferry_outside_duration_seconds', {
    help: 'Time another service took: answered, refused (4xx), failed',
    labelNames: ['service', 'outcome'],
    buckets: [0.05, 0.25, 1, 2.5, 10],
  })
  const auth = total(
    'gitferry_auth_events_total',
    'Calls of the identity service that sign in or change something',
    ['action', 'outcome'],
  )
  const limits = total('gitferry_limited_total', 'Refusals by a limit', ['limit'])
  const webhooks = total('gitferry_webhooks_total', 'Messages of providers', [
    'provider',
    'outcome',
  ])
  const files = total('gitferry_file_bytes_total', 'Bytes of files taken and given', ['direction'])

  return {
    functionAnswered: (name, status, seconds) => {
      const labels = { name, status: `${Math.floor(status / 100)}xx` }
      for (const one of functions) one.observe(labels, seconds)
    },
    passwordHashed: (seconds) => {
      for (const one of hashes) one.observe(seconds)
    },
    jobEnded: (kind, outcome, seconds) => jobs.observe({ kind, outcome }, seconds),
    outsideAnswered: (service, outcome, seconds) => outside.observe({ service, outcome }, seconds),
    authAnswered: (action, outcome) => auth.inc({ action, outcome }),
    limitRefused: (limit) => limits.inc({ limit }),
    webhookReceived: (provider, outcome) => webhooks.inc({ provider, outcome }),
    fileBytes: (direction, bytes) => files.inc({ direction }, bytes),
  }
}

function watchConnections(registry: Registry, stats: () => PoolStats): void {
  watchGauge(registry, {
    name: 'gitferry_database_connections',
    help: 'Open connections of the pool',
    read: () => {
      const { total, idle } = stats()
      return byState({ active: total - idle, idle })
    },
  })
  watchGauge(registry, {
    name: 'gitferry_database_waiting_requests',
    help: 'Requests that wait for a connection',
    read: () => [{ labels: {}, value: stats().waiting }],
  })
  watchGauge(registry, {
    name: 'database_connections',
    help: 'Connections of the pool, and requests that wait for one',
    read: () => byState(stats()),
  })
}

function watchAdmission(registry: Registry, stats: () => AdmissionStats): void {
  watchGauge(registry, {
    name: 'gitferry_admission_waiting',
    help: 'Requests to the data API that wait for their turn',
    read: () => [{ labels: {}, value: stats().waiting }],
  })
  new Counter({
    name: 'gitferry_admission_refused_total',
    help: 'Requests to the data API that got no turn',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(stats().refused)
    },
  })
}

function watchReplica(registry: Registry, stats: () => ReplicaStats): void {
  watchGauge(registry, {
    name: 'gitferry_replica_in_use',
    help: '1 while the replica serves reads',
    read: () => [{ labels: {}, value: stats().state === 'in use' ? 1 : 0 }],
  })
  watchGauge(registry, {
    name: 'gitferry_replica_lag_seconds',
    help: 'For how long the replica may lack changes; infinite while it is away',
    read: () => [{ labels: {}, value: stats().lagMs / 1000 }],
  })
  new Counter({
    name: 'gitferry_replica_reads_total',
    help: 'Reads that the replica served, and those that were repeated on the primary',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const { served, repeated } = stats()
      this.reset()
      this.inc({ outcome: 'served' }, served)
      this.inc({ outcome: 'repeated' }, repeated)
    },
  })
}

function watchRealtime(registry: Registry, stats: () => RealtimeStats): void {
  const gauges = {
    gitferry_realtime_sockets: ['Open sockets', ({ sockets }: RealtimeStats) => sockets],
    gitferry_realtime_channels: ['Joined channels', ({ channels }: RealtimeStats) => channels],
    gitferry_realtime_unsent_bytes: [
      'Bytes that wait for slow clients',
      ({ unsentBytes }: RealtimeStats) => unsentBytes,
    ],
  } as const
  for (const [name, [help, read]] of Object.entries(gauges)) {
    watchGauge(registry, { name, help, read: () => [{ labels: {}, value: read(stats()) }] })
  }
}

function counter(registry: Registry, name: string, help: string) {
  const counted = new Counter({ name, help, labelNames: ['kind'], registers: [registry] })

  return (kind: string, count = 1) => counted.inc({ kind }, count)
}

const samplesOfKind = ({ kind, waiting, running, failed }: JobStats): Sample[] =>
  byState({ waiting, running, failed }).map(({ labels, value }) => ({
    labels: { kind, ...labels },
    value,
  }))
