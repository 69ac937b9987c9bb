import type { ClientSocket } from './socket.ts'

const STALLED_MS = 10_000

/** Disconnects clients that do not read, and the largest first if all together hold too much. */
export class UnsentWatch {
  readonly #most: number
  /** Bytes that had been written at a time, while some were unsent. */
  readonly #marks = new Map<ClientSocket, { written: number; atMs: number }>()

  constructor(most: number) {
    this.#most = most
  }

  total(sockets: Iterable<ClientSocket>): number {
    let total = 0
    for (const { link } of sockets) total += link.unsentBytes()

    return total
  }

  sweep(sockets: Iterable<ClientSocket>): void {
    const nowMs = performance.now()
    const unsent: { socket: ClientSocket; bytes: number }[] = []
    for (const socket of sockets) {
      const bytes = socket.link.unsentBytes()
      if (bytes > 0) unsent.push({ socket, bytes })
      if (this.#isStalled(socket, bytes, nowMs)) socket.destroy()
    }
    for (const socket of this.#marks.keys()) if (!socket.isOpen) this.#marks.delete(socket)

    let total = unsent.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { socket, bytes } of unsent.sort((one, other) => other.bytes - one.bytes)) {
      if (total <= this.#most) return
      socket.destroy()
      total -= bytes
    }
  }

  /** Whether bytes of ten seconds ago are still unsent. */
  #isStalled(socket: ClientSocket, bytes: number, nowMs: number): boolean {
    const mark = this.#marks.get(socket)
    const written = socket.link.writtenBytes()
    if (bytes === 0) {
      this.#marks.delete(socket)
      return false
    }
    if (!mark || written - bytes >= mark.written) {
      this.#marks.set(socket, { written, atMs: nowMs })
      return false
    }
    return nowMs - mark.atMs > STALLED_MS
  }
}
