import { createHash } from 'node:crypto'
import type { Bucket, Take } from './limit.ts'

const PARTS = 16
/** Smaller buckets stay whole: their parts could not keep the bucket's share after its size was changed. */
const SMALLEST = 16

/**
 * Divides a bucket that many transactions charge at once. A digest chooses the part to begin with; where it is empty, the next ones
 * follow. All parts together have the bucket's tokens and its reserve, to the last one.
 */
export function inParts({ key, limit, keep = 0, ...rest }: Take, chosenBy: string): Take {
  const { burst, perSecond } = limit
  if (burst < PARTS * SMALLEST) return { key, limit, keep, ...rest }

  const sizes = divided(burst)
  const free = divided(burst - keep)
  const parts = sizes.map(
    (size, n): Bucket => ({
      key: `${key} ${n + 1}`,
      limit: { ...limit, burst: size, perSecond: (perSecond * size) / Math.floor(burst) },
      keep: size - (free[n] ?? 0),
    }),
  )
  const start = createHash('sha256').update(chosenBy).digest().readUInt8(0) % PARTS
  const [first, ...others] = [...parts.slice(start), ...parts.slice(0, start)]

  return { ...(first as Bucket), ...rest, others }
}

/** Whole numbers that differ by at most one. */
const divided = (total: number): number[] =>
  Array.from(
    { length: PARTS },
    (_, n) => Math.floor((total * (n + 1)) / PARTS) - Math.floor((total * n) / PARTS),
  )
