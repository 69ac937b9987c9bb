import { Worker } from 'node:worker_threads'
import type { CloneFinding } from '@app/contract/private-import-replies'
import { threadFile } from '@app/platform/threads/thread-file.ts'
import type { Progress } from '@app/sync/progress'
import type { Measured } from '@app/sync/read-branch'
import { type Facts, SyncError, type SyncErrorCode } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import type { AskToken, SyncSettings } from '#outside/github/sync-host.ts'

export type EngineTask =
  | { kind: 'measure'; place: { owner: string; name: string; branch: string | null } }
  | { kind: 'read'; target: Target }
  | { kind: 'copy'; target: Target; created: { defaultBranch: string }; message: string }

export type ToEngine = EngineTask | { kind: 'token'; token: string | null }

export type FromEngine =
  | { kind: 'token'; refused: string | null }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'searching' }
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; code: SyncErrorCode; facts: Facts; retryAt: number | null }
  | { kind: 'failed'; message: string }

/** A branch whose files were read and searched. The engine keeps its files. */
export type SearchedBranch = {
  commit: string
  tree: string | null
  files: number
  findings: CloneFinding[]
}

/** The sync engine in a separate thread, one task at a time. */
export type ImportEngine = {
  measure(place: Extract<EngineTask, { kind: 'measure' }>['place']): Promise<Measured>
  read(target: Target): Promise<SearchedBranch>
  /** Copies the last read files as one commit. */
  copy(task: Omit<Extract<EngineTask, { kind: 'copy' }>, 'kind'>): Promise<void>
  close(): Promise<void>
}

type Opening = {
  token: AskToken
  signal: AbortSignal
  searchLimitMs: number
  onProgress?: (progress: Progress) => void
}

export type OpenImportEngine = (settings: SyncSettings, opening: Opening) => ImportEngine

/** The search took too long, so the files' secrets are unknown. */
export class SearchFailed extends Error {}

/** The thread exited, for example out of memory. */
export class EngineStopped extends Error {}

/** File contents are outside the heap. */
const HEAP_MB = 512

export const openImportEngine: OpenImportEngine = (settings, opening) => {
  const { token, signal, searchLimitMs, onProgress } = opening
  const worker = new Worker(threadFile('engine-worker', import.meta.url), {
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  let current: { resolve(result: unknown): void; reject(error: Error): void } | null = null
  let ended: Error | null = null
  let watchdog: NodeJS.Timeout | undefined

  const settle = () => {
    clearTimeout(watchdog)
    const one = current
    current = null
    return one
  }
  const end = (error: Error) => {
    ended ??= error
    settle()?.reject(ended)
    return worker.terminate()
  }
  const cancel = () => void end(new SyncError('cancelled'))
  const giveToken = async (refused: string | null) => {
    try {
      worker.postMessage({ kind: 'token', token: await token(refused ?? undefined) })
    } catch (error) {
      // The caller handles its own errors.
      await end(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const hear = (message: FromEngine) => {
    switch (message.kind) {
      case 'token':
        return void giveToken(message.refused)
      case 'progress':
        return onProgress?.(message.progress)
      case 'searching':
        watchdog = setTimeout(() => void end(new SearchFailed()), searchLimitMs)
        return
      case 'done':
        return settle()?.resolve(message.result)
      case 'refused':
        return settle()?.reject(
          new SyncError(message.code, message.facts, message.retryAt ?? undefined),
        )
      case 'failed':
        return settle()?.reject(new Error(message.message))
    }
  }
  worker.on('message', hear)
  worker.on('error', (cause) => void end(new EngineStopped('The engine stopped', { cause })))
  worker.on('exit', () => void end(new EngineStopped('The engine stopped')))
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })

  const ask = <Result>(task: EngineTask): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      current = { resolve: (result) => resolve(result as Result), reject }
      worker.postMessage(task)
    })

  return {
    measure: (place) => ask({ kind: 'measure', place }),
    read: (target) => ask({ kind: 'read', target }),
    copy: (task) => ask({ kind: 'copy', ...task }),
    close: async () => {
      signal.removeEventListener('abort', cancel)
      await end(new EngineStopped('The engine was closed'))
    },
  }
}
