// The package's main entry would include everything, because it is not marked free of side effects.
import { structuredPatch } from 'diff/lib/patch/create.js'
import { type Bytes, textOf } from '#objects/bytes.ts'

type Hunk = {
  oldStart: number
  oldLines: number
  newStart: number
  newLines: number
  lines: string[]
}

export type FileDiff =
  | { kind: 'lines'; hunks: Hunk[]; added: number; removed: number }
  /** Not text, too large, or too different for a diff by lines. */
  | { kind: 'sizes'; oldSize: number; newSize: number }

const MAX_BYTES = 512 * 1024
const NO_BYTES: Bytes = new Uint8Array()

/** A file's changes by lines; null means that the file does not exist. */
export function diffFile(before: Bytes | null, after: Bytes | null): FileDiff {
  const [oldBytes, newBytes] = [before ?? NO_BYTES, after ?? NO_BYTES]
  const isLarge = oldBytes.length > MAX_BYTES || newBytes.length > MAX_BYTES
  const oldText = isLarge ? null : textOf(oldBytes)
  const newText = isLarge ? null : textOf(newBytes)
  const patch =
    oldText === null || newText === null
      ? undefined
      : structuredPatch('', '', oldText, newText, '', '', {
          context: 3,
          timeout: 1000,
          maxEditLength: 5000,
        })
  if (!patch) return { kind: 'sizes', oldSize: oldBytes.length, newSize: newBytes.length }

  const count = (sign: string) =>
    patch.hunks.reduce(
      (sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length,
      0,
    )
  return { kind: 'lines', hunks: patch.hunks, added: count('+'), removed: count('-') }
}
