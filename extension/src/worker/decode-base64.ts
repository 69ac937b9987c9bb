const VALUES = new Uint8Array(128).fill(255)
for (const [value, char] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  VALUES[char.charCodeAt(0)] = value
}

/** Returns how many bytes were written. Without a text in between, as `atob` makes one: pieces would be in memory twice more. */
export function decodeBase64(base64: string, into: Uint8Array<ArrayBuffer>): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const size = (base64.length / 4) * 3 - padding
  if (!Number.isInteger(size) || size > into.length) throw new RangeError('not a piece')
  let to = 0
  for (let at = 0; at < base64.length; at += 4) {
    const last = at + 4 === base64.length
    const third = last && padding === 2 ? 0 : valueAt(base64, at + 2)
    const fourth = last && padding > 0 ? 0 : valueAt(base64, at + 3)
    const three =
      (valueAt(base64, at) << 18) | (valueAt(base64, at + 1) << 12) | (third << 6) | fourth
    into[to++] = three >> 16
    if (to < size) into[to++] = three >> 8
    if (to < size) into[to++] = three
  }
  return size
}

function valueAt(base64: string, at: number): number {
  const value = VALUES[base64.charCodeAt(at)] ?? 255
  if (value === 255) throw new RangeError('not base64')

  return value
}
