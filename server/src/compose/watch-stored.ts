import type { Clock } from '@app/platform/clock/clock.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { newestDumpAt } from '@app/platform/db/dumps.ts'
import { keyUsage } from '@app/platform/identity/encryption-keys/reseal.ts'
import { keptFor } from '@app/platform/log/gauges.ts'
import type { Metrics } from '@app/platform/log/metrics.ts'
import { sealedColumns } from './sealed-columns.ts'

type Needs = {
  config: { dataDir: string }
  db: Database
  clock: Clock
  metrics: Metrics
  /** How many encryption keys there are. */
  keys: number
}

/** Backups of this machine are files. */
const MINUTE_MS = 60_000
/** Every sealed row is read. */
const TEN_MINUTES_MS = 600_000

/** What is kept beside the running product: backups, standbys, and what older keys sealed. */
export function watchStored({ config, db, clock, metrics, keys }: Needs): void {
  const { watchSamples } = metrics
  const ageOfDump = async () => {
    const at = await newestDumpAt(config.dataDir)
    return at === null ? null : Math.max(0, (clock.now().getTime() - at) / 1000)
  }
  const backup = db.kind === 'embedded' ? ageOfDump : () => ask(db, SINCE_ARCHIVED)
  watchSamples(
    {
      name: 'gitferry_backup_age_seconds',
      help: 'Age of the newest dump, or of the newest archived WAL file',
      labelNames: [],
    },
    keptFor(MINUTE_MS, async () => samplesOf(await backup())),
  )
  if (db.kind === 'postgres')
    watchSamples(
      {
        name: 'gitferry_replication_lag_seconds',
        help: 'How far the slowest standby is behind',
        labelNames: [],
      },
      async () => samplesOf(await ask(db, LAG)),
    )
  // With one key there is nothing to wait for, and the rows need not be read.
  if (keys > 1)
    watchSamples(
      {
        name: 'gitferry_sealed_rows',
        help: 'Rows that each encryption key sealed, by place',
        labelNames: ['key', 'place'],
      },
      keptFor(TEN_MINUTES_MS, async () => {
        const usage = await keyUsage(db, sealedColumns)
        return usage.map(({ key, place, rows }) => ({ labels: { key, place }, value: rows }))
      }),
    )
}

const SINCE_ARCHIVED = `select extract(epoch from now() - last_archived_time)::float8 as value
  from pg_stat_archiver where last_archived_time is not null`

/** A standby that has applied everything reports no lag. Without the right to see standbys there is no row. */
const LAG = `select max(coalesce(extract(epoch from replay_lag), 0))::float8 as value
  from pg_stat_replication where state is not null`

async function ask(db: Database, text: string): Promise<number | null> {
  const { rows } = await db.ask<{ value: number | null }>(theServer, { text })

  return rows[0]?.value ?? null
}

const samplesOf = (value: number | null) => (value === null ? [] : [{ labels: {}, value }])
