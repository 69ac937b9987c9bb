import type { SourceFile } from '@app/sync/read-files'

/** A file of a project that exists only in this browser. */
export type VirtualFile = SourceFile

export type Bytes = SourceFile['bytes']

export type Files = ReadonlyMap<string, VirtualFile>

export const encodeUtf8 = (text: string): Bytes => new TextEncoder().encode(text)

/** Larger files are shown as their size: a text field would be too slow. */
const MOST_EDITED_BYTES = 512 * 1024
const MOST_PICTURE_BYTES = 1024 * 1024

export type Shown =
  | { kind: 'text'; text: string }
  | { kind: 'picture'; address: string }
  | { kind: 'bytes' }

/** How the editor shows a file. */
export function shownAs({ path, bytes }: VirtualFile): Shown {
  const type = PICTURES[path.split('.').at(-1)?.toLowerCase() ?? '']
  if (type && bytes.length <= MOST_PICTURE_BYTES) {
    return { kind: 'picture', address: `data:${type};base64,${toBase64(bytes)}` }
  }
  const text = bytes.length <= MOST_EDITED_BYTES ? textOf(bytes) : null

  return text === null ? { kind: 'bytes' } : { kind: 'text', text }
}

// SVG is missing: it is text, and is edited as such.
const PICTURES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
}

function textOf(bytes: Bytes): string | null {
  if (bytes.includes(0)) return null
  try {
    // A byte order mark is content and must survive saving.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

export const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

function toBase64(bytes: Bytes): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  }
  return btoa(text)
}
