import { Worker } from 'node:worker_threads'
import type { Clock } from '@app/platform/clock/clock.ts'
import { within } from '@app/platform/errors/within.ts'
import type { Log } from '@app/platform/log/log.ts'
import { threadFile } from '@app/platform/threads/thread-file.ts'
import type { GithubAppsSettings } from '#outside/github/github-apps.ts'
import type { Copy } from './deletions-table.ts'

/** The data that the thread needs to delete a copy without the database. */
export type DeletionOrder = { copy: Copy; token: string; clockOffsetMs: number }

export type ToDeletions =
  | { kind: 'schedule'; id: string; order: DeletionOrder; dueMs: number }
  | { kind: 'drop'; id: string }

export type FromDeletions =
  | { kind: 'held'; id: string }
  | { kind: 'gone'; id: string }
  | { kind: 'left'; id: string; error: string }

/** Deletes copies on time, even while the server's main thread is busy. The row remains authoritative for restarts and other servers. */
export type CopyDeletions = {
  /** Resolves when the thread has received the order. A new order for the same copy replaces the old one. */
  schedule(copy: Copy, token: string, dueMs: number): Promise<void>
  /** Called if the copy is already deleted. */
  drop(id: string): void
  stop(): Promise<void>
}

type Needs = {
  /** null: this installation is not registered at GitHub, so there are no copies. */
  settings: GithubAppsSettings | null
  clock: Clock
  log: Log
  /** Called when the thread has deleted the copy at GitHub. */
  onDeleted(id: string): Promise<void>
}

const HELD_WITHIN_MS = 10_000
const RESTART_MS = 100

export function openCopyDeletions({ settings, clock, log, onDeleted }: Needs): CopyDeletions {
  const orders = new Map<string, { order: DeletionOrder; dueAt: number; onHeld: () => void }>()
  let worker: Worker | null = null
  let isStopped = false

  function start(): Worker {
    const next = new Worker(threadFile('deletion-worker', import.meta.url), {
      workerData: settings,
    })
    // Stopping does not wait for a copy; the next start deletes it.
    next.unref()
    next.on('message', hear)
    next.on('error', (err) => log.error({ err }, 'deletion thread failed'))
    next.on('exit', () => {
      worker = null
      if (!isStopped && orders.size > 0) setTimeout(resume, RESTART_MS).unref()
    })
    return next
  }

  function send(message: ToDeletions): void {
    worker ??= start()
    worker.postMessage(message)
  }

  function hear(message: FromDeletions): void {
    const { id } = message
    switch (message.kind) {
      case 'held':
        orders.get(id)?.onHeld()
        break
      case 'left':
        log.warn({ cloneId: id, reason: message.error }, 'temporary copy not deleted')
        break
      case 'gone':
        orders.delete(id)
        onDeleted(id).catch((err: unknown) => log.warn({ err }, 'deletion of a copy not recorded'))
    }
  }

  /** Reschedules the orders of a failed thread. */
  function resume(): void {
    if (isStopped) return
    for (const [id, { order, dueAt }] of orders) {
      send({ kind: 'schedule', id, order, dueMs: dueAt - performance.now() })
    }
  }

  return {
    async schedule(copy, token, dueMs) {
      const order = { copy, token, clockOffsetMs: clock.offsetMs() }
      const held = new Promise<void>((onHeld) => {
        orders.set(copy.id, { order, dueAt: performance.now() + dueMs, onHeld })
      })
      send({ kind: 'schedule', id: copy.id, order, dueMs })
      await within(HELD_WITHIN_MS, held, () => new Error('The deletion thread does not answer'))
    },
    drop(id) {
      if (orders.delete(id)) send({ kind: 'drop', id })
    },
    async stop() {
      isStopped = true
      await worker?.terminate()
    },
  }
}
