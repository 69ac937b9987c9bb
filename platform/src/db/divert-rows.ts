import type { EventEmitter } from 'node:events'

const DATA_ROW = 0x44
const READY_FOR_QUERY = 0x5a
const HEADER_BYTES = 5

/**
 * pg decodes every value as text, which destroys binary ones and costs five times the work for bytea. Rows are taken
 * off the stream before pg sees them, until the server is ready for the next query; other messages pass.
 */
export function divertRows(stream: EventEmitter, onRow: (values: (Buffer | null)[]) => void) {
  const listeners = stream.listeners('data')
  const passOn = (bytes: Buffer) => {
    for (const listener of listeners) listener.call(stream, bytes)
  }
  const take = splitter((message, rest) => {
    if (message[0] === DATA_ROW) {
      onRow(valuesOf(message))
      return true
    }
    if (message[0] !== READY_FOR_QUERY) {
      passOn(message)
      return true
    }
    // Restored first: pg may send its next query at once.
    stream.off('data', take)
    for (const listener of listeners) stream.on('data', listener as (bytes: Buffer) => void)
    passOn(message)
    if (rest.length > 0) passOn(rest)
    return false
  })

  stream.removeAllListeners('data')
  stream.on('data', take)
}

/** Splits the stream into messages, until the callback returns false. */
function splitter(onMessage: (message: Buffer, rest: Buffer) => boolean) {
  let head: Buffer = Buffer.alloc(0)
  let open: { message: Buffer; filled: number } | null = null

  return (chunk: Buffer) => {
    let rest = chunk

    while (rest.length > 0) {
      if (!open) {
        if (head.length > 0) rest = Buffer.concat([head, rest])
        head = rest.length < HEADER_BYTES ? rest : Buffer.alloc(0)
        if (head.length > 0) return
        open = { message: Buffer.allocUnsafe(1 + rest.readUInt32BE(1)), filled: 0 }
      }
      const taken = rest.copy(open.message, open.filled)
      open.filled += taken
      rest = rest.subarray(taken)
      if (open.filled < open.message.length) return

      const { message } = open
      open = null
      if (!onMessage(message, rest)) return
    }
  }
}

function valuesOf(message: Buffer): (Buffer | null)[] {
  const count = message.readUInt16BE(HEADER_BYTES)
  const values: (Buffer | null)[] = []
  let at = HEADER_BYTES + 2

  for (let i = 0; i < count; i++) {
    const length = message.readInt32BE(at)
    at += 4
    values.push(length < 0 ? null : message.subarray(at, at + length))
    at += Math.max(length, 0)
  }
  return values
}
