import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import { loadSchema } from './load-schema.ts'
import type { Schema } from './schema.ts'

const CHANNEL = 'pgrst'
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 32_000

export type KeptSchema = {
  /** null until it was loaded for the first time. */
  current(): Schema | null
  /** For callers that know of a change before its notification arrives. */
  reload(): Promise<void>
  close(): void
}

type Needs = { db: Pick<Database, 'askAll' | 'listen'>; log: Log; schemas: readonly string[] }

/**
 * Caches the schema; reloads it on notifications on `pgrst`, and when notifications may have been missed. If loading fails, the previous
 * schema stays in use.
 */
export async function keepSchema({ db, log, schemas }: Needs): Promise<KeptSchema> {
  let schema: Schema | null = null
  let running: Promise<void> | null = null
  let isStale = false
  let retry: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isClosed = false

  const read = async () => {
    clearTimeout(retry)
    try {
      // A running reload may miss a change, so a notification during it causes another reload.
      do {
        isStale = false
        schema = await loadSchema(db, schemas)
      } while (isStale)
      waitMs = FIRST_WAIT_MS
    } catch (error) {
      if (isClosed) return
      log.error({ err: error }, 'schema cache load failed')
      retry = setTimeout(() => void reload(), waitMs).unref()
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
    }
  }
  const reload = () => {
    isStale = true
    running ??= read().finally(() => {
      running = null
    })
    return running
  }

  const tell = () => void reload()
  const stopListening = await db.listen(CHANNEL, (word) => isForUs(word) && tell(), tell)
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
