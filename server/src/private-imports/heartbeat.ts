import { serverSql } from '@app/platform/db/server-sql.ts'
import { type Files, recordProgress } from './imports-table.ts'
import type { PrivateImports } from './private-imports.ts'

const EVERY_MS = 8_000
const PROGRESS_EVERY_MS = 500

export type Heartbeat = {
  report(files: NonNullable<Files>): void
  /** Aborted when the row shows that the import has ended. */
  ended: AbortSignal
  stop(): Promise<void>
}

/** Writes the import's progress and renews its lease. */
export function startHeartbeat(
  { db, log }: Pick<PrivateImports, 'db' | 'log'>,
  id: string,
): Heartbeat {
  const over = new AbortController()
  let newest: Files = null
  let writing: Promise<void> | null = null
  let pending: NodeJS.Timeout | undefined
  let isStopped = false

  const write = async () => {
    try {
      if (!(await recordProgress(serverSql(db), id, newest))) over.abort()
    } catch (err) {
      log.warn({ err }, 'import progress not recorded')
    }
  }
  const beat = () => {
    pending = undefined
    writing ??= write().finally(() => {
      writing = null
    })
  }
  const timer = setInterval(beat, EVERY_MS)

  return {
    ended: over.signal,
    report(files) {
      newest = files
      if (!isStopped) pending ??= setTimeout(beat, PROGRESS_EVERY_MS)
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      clearTimeout(pending)
      await writing
    },
  }
}
