const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
}

const MAX_BYTES = 1_000_000
const PORTION = 8192

/** A data URL for an image; null for other and large files. */
export function imageAddress(path: string, bytes: Uint8Array): string | null {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  if (!type || bytes.length > MAX_BYTES) return null
  let text = ''
  // In portions, because a function accepts a limited number of arguments.
  for (let at = 0; at < bytes.length; at += PORTION) {
    text += String.fromCharCode(...bytes.subarray(at, at + PORTION))
  }
  return `data:${type};base64,${btoa(text)}`
}
