import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import { loadSchema } from './load-schema.ts'
import type { Schema } from './schema.ts'

const CHANNEL = 'pgrst'
const FIRST_WAIT_MS = 250
/** Until it succeeds, a table told meanwhile answers 404. */
const LONGEST_WAIT_MS = 4_000

export type KeptSchema = {
  /** null until it was loaded for the first time. */
  current(): Schema | null
  /** For callers that know of a change before its notification arrives. */
  reload(): Promise<void>
  close(): void
}

type Reading = { isStale: boolean; ended: Promise<void> }

type Needs = { db: Pick<Database, 'askAll' | 'listen'>; log: Log; schemas: readonly string[] }

/**
 * Caches the schema; reloads it on notifications on `pgrst`, and when notifications may have been missed. If loading fails, the previous
 * schema stays in use.
 */
export async function keepSchema({ db, log, schemas }: Needs): Promise<KeptSchema> {
  let schema: Schema | null = null
  let reading: Reading | null = null
  let retry: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isClosed = false

  const read = async (own: Reading) => {
    clearTimeout(retry)
    try {
      // A running read may miss a change, so a notification during it causes another one.
      while (own.isStale) {
        own.isStale = false
        const loaded = await loadSchema(db, schemas)
        if (own !== reading) return
        schema = loaded
      }
      waitMs = FIRST_WAIT_MS
    } catch (error) {
      if (isClosed || own !== reading) return
      log.error({ err: error }, 'schema cache load failed')
      retry = setTimeout(() => void reload(), waitMs).unref()
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
    }
    reading = null
  }
  const begin = () => {
    reading = { isStale: true, ended: Promise.resolve() }
    reading.ended = read(reading)
    return reading.ended
  }
  const reload = () => {
    if (!reading) return begin()

    reading.isStale = true
    return reading.ended
  }

  const stopListening = await db.listen(
    CHANNEL,
    (word) => isForUs(word) && void reload(),
    // A running read may wait for a connection that is lost as well.
    () => void begin(),
  )
  await reload()

  return {
    current: () => schema,
    reload,
    close: () => {
      isClosed = true
      clearTimeout(retry)
      stopListening()
    },
  }
}

const isForUs = (word: string) => ['', 'reload schema', 'reload config'].includes(word)
