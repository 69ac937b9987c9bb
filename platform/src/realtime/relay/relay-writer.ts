import type { Database } from '#db/database.ts'
import { type PresenceChange, type RelayRow, writeRelay } from './relay-table.ts'

export type Outbound = { row?: RelayRow; presence?: readonly PresenceChange[] }

type Needs = { db: Database; server: string; channel: string; isAlone: () => boolean }

const FLUSH_EVERY_MS = 10
const MOST_WAITING_BYTES = 64 * 1024 * 1024
const ROW_BYTES = 200

type Waiting = Outbound & { done: () => void; failed: (error: unknown) => void }

/**
 * Collects what is told within ten milliseconds into one transaction. The next one begins when the last has committed, which keeps the
 * order.
 */
export class RelayWriter {
  readonly #needs: Needs
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #flushing: Promise<void> | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  tell(outbound: Outbound): Promise<void> {
    const { row, presence = [] } = outbound
    if (this.#needs.isAlone() && presence.length === 0) return Promise.resolve()
    const bytes = ROW_BYTES + (row?.body.length ?? 0)
    // Presence must not be dropped: its entries are bounded elsewhere.
    if (presence.length === 0 && this.#waitingBytes + bytes > MOST_WAITING_BYTES) {
      return Promise.reject(new Error('Too much waits to be told to other servers'))
    }
    this.#waitingBytes += bytes
    const told = new Promise<void>((done, failed) => {
      this.#waiting.push({ ...outbound, done, failed })
    })
    this.#flushing ??= this.#flush()

    return told
  }

  flushed(): Promise<void> {
    return this.#flushing ?? Promise.resolve()
  }

  async #flush(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, FLUSH_EVERY_MS))
    while (this.#waiting.length > 0) {
      const taken = this.#waiting
      this.#waiting = []
      this.#waitingBytes = 0
      await this.#write(taken).then(
        () => {
          for (const { done } of taken) done()
        },
        (error: unknown) => {
          for (const { failed } of taken) failed(error)
        },
      )
    }
    this.#flushing = null
  }

  async #write(taken: readonly Waiting[]): Promise<void> {
    const { db, server, channel, isAlone } = this.#needs
    const rows = isAlone() ? [] : taken.flatMap(({ row }) => row ?? [])
    const presence = finalOf(taken.flatMap((one) => one.presence ?? []))
    if (rows.length + presence.length === 0) return

    await writeRelay(db, server, { rows, presence, channel: rows.length > 0 ? channel : null })
  }
}

/** An entry that is kept and deleted in one batch is not written. */
function finalOf(changes: readonly PresenceChange[]): PresenceChange[] {
  const deleted = new Set(changes.flatMap((one) => ('deleted' in one ? [one.deleted] : [])))

  return changes.filter((one) => !('kept' in one && deleted.has(one.kept.ref)))
}
