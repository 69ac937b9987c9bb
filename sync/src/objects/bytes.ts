export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
// A byte order mark is content and must survive encoding.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const encodeUtf8 = (text: string): Bytes => encoder.encode(text)

/** Null if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Bytes): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** The text of a readable file: UTF-8 without NUL. */
export const textOf = (bytes: Bytes): string | null =>
  bytes.includes(0) ? null : decodeUtf8(bytes)

export function concatBytes(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export const toHex = (bytes: Bytes): string => {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte]
  return hex
}

export function fromHex(hex: string): Bytes {
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16)

  return bytes
}

/** Skips line breaks, because GitHub breaks base64 into lines. */
export const fromBase64 = (base64: string): Bytes =>
  Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0))

export function compareBytes(a: Bytes, b: Bytes): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
