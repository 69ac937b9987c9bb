import { join } from 'node:path'
import { type Memory, openMemory } from '#runtime/memory.ts'

/** GitHub's limits, as far as tests need to meet them. null: none. */
export type Limits = {
  /** A longer list of a tree is `truncated`. */
  listedEntries: number | null
  listedBytes: number | null
  /** A new tree with more inline content times out, with `treeFailure`. */
  inlineFiles: number | null
  inlineBytes: number | null
  treeFailure: number
  /** Of a request that creates a blob. */
  blobBytes: number | null
  pointsPerMinute: number | null
  creationsPerMinute: number | null
  creationsPerHour: number | null
  /** Whether blobs and trees count as creations. GitHub does not say. */
  countsGitObjects: boolean
  /** How long, and for how many calls, a new repository's content is not found yet. */
  creationLagMs: number
  creationLagCalls: number
}

export type LimitMemory = Memory<Limits>

export const openLimits = (folder: string): LimitMemory =>
  openMemory(join(folder, 'limits.json'), () => ({ ...DEFAULTS }))

const DEFAULTS: Limits = {
  listedEntries: 100_000,
  listedBytes: 7 * 1024 * 1024,
  inlineFiles: 200,
  inlineBytes: 2_500_000,
  treeFailure: 422,
  blobBytes: 40_000_000,
  pointsPerMinute: 900,
  creationsPerMinute: 80,
  creationsPerHour: 500,
  countsGitObjects: false,
  creationLagMs: 0,
  creationLagCalls: 0,
}

export const isOver = (value: number, limit: number | null): boolean =>
  limit !== null && value > limit
