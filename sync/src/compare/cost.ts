import { type Bytes, textOf } from '#objects/bytes.ts'
import type { Listing } from '#objects/listing.ts'
import type { Cost, Start } from './comparison.ts'
import type { Change } from './merge-paths.ts'
import type { YieldOften } from './yield-often.ts'

const ENTRIES_IN_A_CALL = 100
export const INLINE_BYTES = 256 * 1024

/** Whether GitHub accepts the file as text within a tree. */
const isInline = (bytes: Bytes): boolean => bytes.length <= INLINE_BYTES && textOf(bytes) !== null

/** The requests and bytes for a comparison and its push. */
export async function costOf(
  reads: number,
  changes: readonly Change[],
  remote: Listing,
  contents: ReadonlyMap<string, Bytes>,
  way: Start['kind'] | 'pack',
  yieldOften: YieldOften,
): Promise<Cost> {
  const there = new Set([...remote.entries.values()].map(({ sha }) => sha))
  const sent = new Set(
    changes.flatMap(({ after }) => (after && !there.has(after.sha) ? [after.sha] : [])),
  )
  const files = [...sent].flatMap((sha) => contents.get(sha) ?? [])
  let blobs = 0
  for (const bytes of files) {
    if (!isInline(bytes)) blobs += 1
    await yieldOften()
  }
  const portions = Math.ceil(changes.length / ENTRIES_IN_A_CALL)
  const writes = way === 'pack' ? 1 : blobs + portions + 2 + (way === 'empty' ? 1 : 0)

  return {
    // A pack also needs a request for the author.
    requests: reads + writes + (way === 'pack' ? 1 : 0),
    writes,
    blobs,
    bytes: files.reduce((sum, bytes) => sum + bytes.length, 0),
  }
}
