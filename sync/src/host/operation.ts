import { SyncError } from '#errors/sync-error.ts'

const PHASES = ['reading', 'comparing', 'scanning', 'uploading', 'committing'] as const

export type Progress = {
  phase: (typeof PHASES)[number]
  done: number
  all: number
  /** Bytes sent or read so far. */
  bytes: number
  /** Set while GitHub requires waiting, in milliseconds since 1970. */
  waitUntil?: number
  /** The blob that just arrived; passed as `known` later, it is not sent again. */
  arrived?: string
}

export type Watching = { signal?: AbortSignal; onProgress?: (progress: Progress) => void }

/** An action by the user: it can be cancelled, and its progress never decreases. */
export type Operation = {
  readonly signal: AbortSignal | undefined
  readonly requests: number
  countRequest(): void
  report(progress: Progress): void
  /** Null when the wait is over. */
  reportWait(until: number | null): void
  throwIfCancelled(): void
}

export function openOperation({ signal, onProgress }: Watching): Operation {
  let latest: Progress = { phase: 'reading', done: 0, all: 0, bytes: 0 }
  let requests = 0
  const isBehind = ({ phase, done }: Progress) =>
    PHASES.indexOf(phase) < PHASES.indexOf(latest.phase) ||
    (phase === latest.phase && done < latest.done)

  return {
    signal,
    get requests() {
      return requests
    },
    countRequest() {
      requests += 1
    },
    report(progress) {
      // Reading a moved branch again is not shown.
      if (isBehind(progress)) return
      latest = { ...progress, bytes: Math.max(progress.bytes, latest.bytes) }
      onProgress?.(latest)
    },
    reportWait(until) {
      const { waitUntil: _, arrived: __, ...rest } = latest
      onProgress?.(until === null ? rest : { ...rest, waitUntil: until })
    },
    throwIfCancelled() {
      if (signal?.aborted) throw new SyncError('cancelled')
    },
  }
}
