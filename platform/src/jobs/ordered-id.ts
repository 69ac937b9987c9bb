import { randomBytes } from 'node:crypto'

let lastMs = 0
let count = 0

const MOST_IN_A_MS = 0xfff

/** A UUID v7. Ids of one server sort in creation order, even within one transaction, where times are equal. */
export function orderedId(): string {
  const nowMs = Date.now()

  if (nowMs > lastMs) {
    lastMs = nowMs
    count = 0
  } else if (count < MOST_IN_A_MS) {
    count += 1
  } else {
    lastMs += 1
    count = 0
  }

  const bytes = randomBytes(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | count, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)

  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
