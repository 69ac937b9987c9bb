import { type Zippable, zipSync } from 'fflate'
import type { SourceFile } from '#files/gather-files.ts'
import type { Bytes } from '#objects/bytes.ts'

const UNIX = 3

/** An archive with file modes, readable by `readZip` and Unix programs. */
export function writeZip(files: readonly SourceFile[], now: number): Bytes {
  const entries: Zippable = {}
  for (const { path, bytes, mode } of files) {
    entries[path] = [bytes, { os: UNIX, attrs: attributesOf(mode) * 0x10000, mtime: now }]
  }
  return zipSync(entries) as Bytes
}

function attributesOf(mode: SourceFile['mode']): number {
  if (mode === '120000') return 0o120777
  return mode === '100755' ? 0o100755 : 0o100644
}
