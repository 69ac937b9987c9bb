import type { ClientBase } from 'pg'

/** The part of pg's client that its published types leave out. */
type WithStream = { connection: { stream: { destroy(error: Error): void } } }

/**
 * A peer that went silent never answers and never closes: after the deadline the connection is ended from our side,
 * which fails whatever waits on it.
 */
export async function withDeadline<T>(
  client: ClientBase,
  deadlineMs: number,
  exchange: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(endSilence, deadlineMs, client)
  try {
    return await exchange()
  } finally {
    clearTimeout(timer)
  }
}

export function endSilence(client: ClientBase): void {
  const { connection } = client as unknown as WithStream
  connection.stream.destroy(new Error('Connection terminated: the database went silent'))
}
