import type { ClientBase } from 'pg'

/** The part of pg's client that its published types leave out. */
type WithStream = { connection: { stream: { destroy(error: Error): void } } }

/**
 * A silent peer neither answers nor closes, so the connection is closed at the deadline, which fails what waits on
 * it.
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
  readonly #endsAt = new Map<ClientBase, number>()
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref()

  hold<T>(client: ClientBase, deadlineMs: number, exchange: Promise<T>): Promise<T> {
    const end = () => this.#endsAt.delete(client)
    this.#endsAt.set(client, performance.now() + deadlineMs)
    exchange.then(end, end)
    return exchange
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.now()
    for (const [client, endsAt] of this.#endsAt) if (endsAt < now) closeSilent(client)
  }
}

function closeSilent(client: ClientBase): void {
  const { connection } = client as unknown as WithStream
  connection.stream.destroy(new Error('Connection terminated: the database went silent'))
}
