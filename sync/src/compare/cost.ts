import { type Bytes, textOf } from '#objects/bytes.ts'
import type { Listing } from '#objects/listing.ts'
import type { Cost, Start } from './comparison.ts'
import type { Change } from './merge-paths.ts'
import type { YieldOften } from './yield-often.ts'

const ENTRIES_IN_A_CALL = 100
export const INLINE_BYTES = 256 * 1024

/** What a push of a file takes. Inline: GitHub accepts it as text within a tree. */
export type Weight = { size: number; isInline: boolean }

export const weightOf = (bytes: Bytes): Weight => ({
  size: bytes.length,
  isInline: bytes.length <= INLINE_BYTES && textOf(bytes) !== null,
})

/** The requests and bytes for a comparison and its push. */
export async function costOf(
  reads: number,
  changes: readonly Change[],
  remote: Listing,
  weights: ReadonlyMap<string, Weight>,
  way: Start['kind'] | 'pack',
  yieldOften: YieldOften,
): Promise<Cost> {
  const there = new Set([...remote.entries.values()].map(({ sha }) => sha))
  const sent = new Set(
    changes.flatMap(({ after }) => (after && !there.has(after.sha) ? [after.sha] : [])),
  )
  const files = [...sent].flatMap((sha) => weights.get(sha) ?? [])
  let blobs = 0
  for (const { isInline } of files) {
    if (!isInline) blobs += 1
    await yieldOften()
  }
  const portions = Math.ceil(changes.length / ENTRIES_IN_A_CALL)
  const writes = way === 'pack' ? 1 : blobs + portions + 2 + (way === 'empty' ? 1 : 0)

  return {
    // A pack also needs a request for the author.
    requests: reads + writes + (way === 'pack' ? 1 : 0),
    writes,
    blobs,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  }
}
