import { type Bytes, decodeUtf8, encodeUtf8 } from '#objects/bytes.ts'

export const FLUSH: Bytes = encodeUtf8('0000')

/** A line of git's protocol: its length in four hexadecimal digits, then the line. */
export function packetLine(text: string): Bytes {
  const length = encodeUtf8(text).length + 4

  return encodeUtf8(length.toString(16).padStart(4, '0') + text)
}

export function readPacketLines(bytes: Bytes): string[] {
  const lines: string[] = []
  let at = 0
  while (at + 4 <= bytes.length) {
    const length = Number.parseInt(decodeUtf8(bytes.subarray(at, at + 4)) ?? '', 16)
    if (Number.isNaN(length) || length < 4) at += 4
    else {
      lines.push((decodeUtf8(bytes.subarray(at + 4, at + length)) ?? '').trimEnd())
      at += length
    }
  }
  return lines
}
