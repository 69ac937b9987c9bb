import * as z from 'zod/mini'
import type { JobKind } from './job-kind.ts'
import type { ClaimedJob } from './jobs-table.ts'

/** Thrown by work that would always fail: the job becomes a dead letter immediately. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp'
}

export type Run<Payload> = {
  id: string
  payload: Payload
  /** The first try is 1. */
  attempt: number
  /** Aborted at the time limit, or when the server stops. */
  signal: AbortSignal
}

export type Work<Payload> = (run: Run<Payload>) => Promise<void>

/** Rejects if the work rejects, at the time limit, or when `leaving` aborts. */
export async function runJob(
  kind: JobKind,
  { id, payload, attempt }: ClaimedJob,
  work: Work<object>,
  leaving: AbortSignal,
): Promise<void> {
  const end = new AbortController()
  const leave = () => end.abort(leaving.reason)
  const timer = setTimeout(
    () => end.abort(new Error(`Not done after ${kind.timeLimitS} s`)),
    kind.timeLimitS * 1000,
  )
  leaving.addEventListener('abort', leave)

  try {
    const run = { id, payload: payloadOf(kind, payload), attempt, signal: end.signal }
    await Promise.race([work(run), rejectOnAbort(end.signal)])
  } finally {
    clearTimeout(timer)
    leaving.removeEventListener('abort', leave)
  }
}

export const readPayload = (kind: JobKind, payload: unknown) => z.safeParse(kind.payload, payload)

function payloadOf(kind: JobKind, payload: unknown): object {
  const read = readPayload(kind, payload)
  if (read.success) return read.data

  throw new GiveUp(
    `The payload is not what this kind of job expects: ${z.prettifyError(read.error)}`,
  )
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
