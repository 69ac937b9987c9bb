const HEADER_BYTES = 5

/** Called with the index of a message's first byte and the index after its last. */
type OnMessage = (bytes: Buffer, start: number, end: number) => void

/**
 * Splits a stream into messages of PostgreSQL's protocol. A message that arrives in parts is collected in a buffer of exact size, so large
 * values are copied once.
 */
export function messageReader(onMessage: OnMessage) {
  let head: Buffer | null = null
  let open: Buffer | null = null
  let filled = 0

  const fill = (chunk: Buffer, at: number): number => {
    if (!open) return at
    const taken = chunk.copy(open, filled, at)
    filled += taken
    if (filled === open.length) {
      const message = open
      open = null
      onMessage(message, 0, message.length)
    }
    return at + taken
  }

  return (arrived: Buffer) => {
    const chunk: Buffer = head ? Buffer.concat([head, arrived]) : arrived
    head = null
    let at = fill(chunk, 0)

    while (at < chunk.length) {
      if (chunk.length - at < HEADER_BYTES) {
        // A copy: the chunk may be a buffer that the next read overwrites.
        head = Buffer.from(chunk.subarray(at))
        return
      }
      const end = at + 1 + chunk.readUInt32BE(at + 1)
      if (end > chunk.length) {
        open = Buffer.allocUnsafe(end - at)
        filled = 0
        fill(chunk, at)
        return
      }
      onMessage(chunk, at, end)
      at = end
    }
  }
}
