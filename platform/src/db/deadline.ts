import type { ClientBase } from 'pg'
import type { BatchConnection } from './batch-connection.ts'
import { wasStalled } from './stalled.ts'

/** Parts of pg's client that its published types lack. */
type WithStream = { connection: { stream: { destroy(error: Error): void } } }

/**
 * A silent peer neither answers nor closes: at the deadline the connection is closed, and waiting calls fail.
 */
export async function withDeadline<T>(
  client: ClientBase,
  deadlineMs: number,
  exchange: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(closeSilent, deadlineMs, client)
  try {
    return await exchange()
  } finally {
    clearTimeout(timer)
  }
}

const LOOK_EVERY_MS = 250

/** The same for many exchanges with one shared timer, which is cheaper than a timer for each. */
export class Deadlines {
  readonly #held = new Set<BatchConnection>()
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  #lookedAt = performance.now()

  /** Sets the deadline for the next exchange; its answer removes the deadline. */
  hold(connection: BatchConnection, deadlineMs: number): void {
    connection.deadline = performance.now() + deadlineMs
    this.#held.add(connection)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.now()
    const lostMs = wasStalled(this.#lookedAt, LOOK_EVERY_MS) ? now - this.#lookedAt : 0
    this.#lookedAt = now
    for (const connection of this.#held) {
      connection.deadline += lostMs
      if (connection.deadline < now) closeSilent(connection.client)
      if (connection.deadline === Number.POSITIVE_INFINITY) this.#held.delete(connection)
    }
  }
}

function closeSilent(client: ClientBase): void {
  closeNow(client, 'the database went silent')
}

/** Ends a connection without waiting for the server. */
export function closeNow(client: ClientBase, reason = 'the database moved'): void {
  const { connection } = client as unknown as WithStream
  connection.stream.destroy(new Error(`Connection terminated: ${reason}`))
}
