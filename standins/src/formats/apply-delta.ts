/** Applies a git delta: copies ranges of the base and inserts new bytes. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = skipSize(delta, skipSize(delta, 0))

  while (at < delta.length) {
    const command = delta[at++] ?? 0
    if (command & 0x80) {
      const [offset, afterOffset] = readBytes(delta, at, command & 0x0f, 4)
      const [size, afterSize] = readBytes(delta, afterOffset, (command >> 4) & 0x07, 3)
      parts.push(base.subarray(offset, offset + (size || 0x10000)))
      at = afterSize
    } else {
      parts.push(delta.subarray(at, at + command))
      at += command
    }
  }
  return Buffer.concat(parts)
}

/** Zero bytes of the number are omitted; the bits say which are present. */
function readBytes(bytes: Buffer, from: number, present: number, count: number): [number, number] {
  let value = 0
  let at = from
  for (let i = 0; i < count; i++) {
    if (present & (1 << i)) value += (bytes[at++] ?? 0) * 2 ** (8 * i)
  }

  return [value, at]
}

/** Skips the base and result sizes. */
function skipSize(bytes: Buffer, from: number): number {
  let at = from
  while ((bytes[at] ?? 0) & 0x80) at++

  return at + 1
}
