import { parentPort, workerData } from 'node:worker_threads'
import type { Clock } from '@app/platform/clock/clock.ts'
import { type GithubAppsSettings, openGithubApps } from '#outside/github/github-apps.ts'
import type { DeletionOrder, FromDeletions, ToDeletions } from './copy-deletions.ts'
import { MOST_ATTEMPTS } from './deletions-table.ts'
import { removeAtGithub } from './remove-at-github.ts'

// This thread has no other work, so the server's work cannot delay a deletion. Timers are monotonic: a clock that is
// set does not move them.

const port = parentPort
if (!port) throw new Error('This program is a worker thread of the server.')

const settings = workerData as GithubAppsSettings
const held = new Map<string, { timer: NodeJS.Timeout; attempts: number }>()
const send = (message: FromDeletions) => port.postMessage(message)

port.on('message', (message: ToDeletions) => {
  drop(message.id)
  if (message.kind === 'drop') return
  hold(message.order, message.dueMs, 0)
  send({ kind: 'held', id: message.id })
})

function drop(id: string): void {
  clearTimeout(held.get(id)?.timer)
  held.delete(id)
}

function hold(order: DeletionOrder, afterMs: number, attempts: number): void {
  const timer = setTimeout(() => void remove(order, attempts), Math.max(0, afterMs))
  held.set(order.copy.id, { timer, attempts })
}

const RETRY_MS = 5_000

async function remove(order: DeletionOrder, attempts: number): Promise<void> {
  const { copy } = order
  const mine = held.get(copy.id)
  const error = await tryOnce(order)
  // The order has been dropped or replaced.
  if (held.get(copy.id) !== mine) return

  drop(copy.id)
  if (error === null) {
    send({ kind: 'gone', id: copy.id })
    return
  }
  send({ kind: 'left', id: copy.id, error })
  if (attempts + 1 < MOST_ATTEMPTS) hold(order, RETRY_MS * 2 ** attempts, attempts + 1)
}

/** Null if the copy no longer exists. */
async function tryOnce({ copy, token, clockOffsetMs }: DeletionOrder): Promise<string | null> {
  const clock: Clock = {
    now: () => new Date(Date.now() + clockOffsetMs),
    offsetMs: () => clockOffsetMs,
  }
  try {
    // Which app is in use does not matter here: the one that is installed gives the token.
    const github = openGithubApps(settings, clock, () => false)
    const needs = { github, connectionOf: noConnection }
    const removal = await removeAtGithub(needs, copy, token)
    if (removal.kind === 'gone') return null
    return removal.kind === 'open' ? removal.error : 'It may be appearing right now'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Never called, because the order names no member, and connections are in the database. */
const noConnection = () => Promise.reject(new Error('This thread has no database'))
