/** Applies a git delta: copies ranges of the base and inserts new bytes. Throws if it exceeds the size that it claims. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const parts: Buffer[] = []
  const claimed = deltaResultSize(delta)
  let at = skipSize(delta, skipSize(delta, 0))

  for (let length = 0; at < delta.length; length += parts.at(-1)?.length ?? 0) {
    if (length > claimed) throw new Error('malformed delta')
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

/** The size that the delta claims for its result. */
export function deltaResultSize(delta: Buffer): number {
  let size = 0
  let at = skipSize(delta, 0)
  for (let scale = 1; at < delta.length; scale *= 128) {
    const byte = delta[at++] ?? 0
    size += (byte & 0x7f) * scale
    if (!(byte & 0x80)) break
  }

  return size
}

/** Skips the base or the result size. */
function skipSize(bytes: Buffer, from: number): number {
  let at = from
  while ((bytes[at] ?? 0) & 0x80) at++

  return at + 1
}
