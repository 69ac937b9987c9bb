import { join } from 'node:path'
import type { StorageLimits } from '#github/git/storage.ts'
import { type Memory, openMemory } from '#runtime/memory.ts'

/** GitHub's limits, as far as tests need them. null: no limit. */
export type Limits = StorageLimits & {
  /** A longer list of a tree is `truncated`. */
  listedEntries: number | null
  listedBytes: number | null
  /** A new tree with more inline content times out, with `treeFailure`. */
  inlineFiles: number | null
  inlineBytes: number | null
  treeFailure: number
  /** Of a request that creates a blob. */
  blobBytes: number | null
  /** Of any request to the API. */
  requestBytes: number | null
  /** Of one file, and of all objects, in a `git push`. */
  fileBytes: number | null
  pushBytes: number | null
  pointsPerMinute: number | null
  creationsPerMinute: number | null
  creationsPerHour: number | null
  /** Whether blobs and trees count as creations. GitHub does not document it, so the strict behaviour is played. */
  countsGitObjects: boolean
  /** Of one caller. */
  concurrentRequests: number | null
  /** The status of a secondary limit: 403 or 429; null: alternating. */
  secondaryStatus: number | null
  /** This many secondary refusals contain `retry-after`, counted from the last without it; null: all. */
  retryAfterRun: number | null
  /** How long, and for how many calls, a new repository's content is not found yet. */
  creationLagMs: number
  creationLagCalls: number
  /** For how many calls a new commit cannot become a branch's head yet. */
  commitLagCalls: number
  /** For how many reads a moved branch still shows its old commit. */
  refLagCalls: number
}

export type LimitMemory = Memory<Limits>

export const openLimits = (folder: string): LimitMemory =>
  openMemory(join(folder, 'limits.json'), () => ({ ...DEFAULTS }))

const MIB = 1024 * 1024

const DEFAULTS: Limits = {
  listedEntries: 100_000,
  listedBytes: 7 * MIB,
  inlineFiles: 200,
  inlineBytes: 2_500_000,
  treeFailure: 422,
  blobBytes: 40_000_000,
  requestBytes: 100_000_000,
  fileBytes: 100 * MIB,
  pushBytes: 512 * MIB,
  pointsPerMinute: 900,
  creationsPerMinute: 80,
  creationsPerHour: 500,
  countsGitObjects: true,
  concurrentRequests: 100,
  secondaryStatus: null,
  retryAfterRun: 2,
  creationLagMs: 0,
  creationLagCalls: 0,
  commitLagCalls: 0,
  refLagCalls: 0,
  repositoryObjects: 200_000,
  repositoryBytes: 2048 * MIB,
  storedBytes: 8192 * MIB,
}

export const isOver = (value: number, limit: number | null): boolean =>
  limit !== null && value > limit
