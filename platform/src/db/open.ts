import type { Clock } from '#clock/clock.ts'
import type { Database } from './database.ts'
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './embedded.ts'
import { migrate, type Schema } from './migrate.ts'
import { openPostgres } from './postgres.ts'

export type DatabasePlace =
  | { kind: 'embedded'; dataDir: string; image?: EmbeddedOptions['image'] }
  | { kind: 'postgres'; url: string }

export type OpenOptions = {
  place: DatabasePlace
  schema: Schema
  clock: Clock
  statementLimitMs?: number
}

const STATEMENT_LIMIT_MS = 10_000

/** Opens the database and brings its schema up to date. */
export async function openDatabase(options: OpenOptions): Promise<Database | EmbeddedDatabase> {
  const { place, schema, clock, statementLimitMs = STATEMENT_LIMIT_MS } = options
  const shared = {
    clock,
    statementLimitMs,
    app: schema.app,
    prepare: async (client: Parameters<typeof migrate>[0]) => void (await migrate(client, schema)),
  }

  return place.kind === 'embedded'
    ? openEmbedded({ ...shared, dataDir: place.dataDir, image: place.image })
    : openPostgres({ ...shared, url: place.url })
}
