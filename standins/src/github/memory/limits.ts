import type { Place } from '#runtime/place.ts'

const MIB = 1024 * 1024

/** GitHub's limits, as far as tests need them. null: no limit. */
const LIMITS = {
  /** A longer list of a tree is `truncated`. */
  listedEntries: 100_000,
  listedBytes: 7 * MIB,
  /** A new tree with more inline content times out, with `treeFailure`. */
  inlineFiles: 200,
  inlineBytes: 2_500_000,
  /** Of a request that creates a blob. */
  blobBytes: 40_000_000,
  /** Of any request to the API. */
  requestBytes: 100_000_000,
  /** Of one file, and of all objects, in a `git push`. */
  fileBytes: 100 * MIB,
  pushBytes: 512 * MIB,
  pointsPerMinute: 900,
  creationsPerMinute: 80,
  creationsPerHour: 500,
  /** This many secondary refusals contain `retry-after`, counted from the last without it. */
  retryAfterRun: 2,
}

const BEHAVIOUR = {
  treeFailure: 422,
  /** For how many calls a new repository's content is not found yet. */
  creationLagCalls: 0,
  /** For how many calls a new commit cannot become a branch's head yet. */
  commitLagCalls: 0,
  /** For how many reads a moved branch still shows its old commit. */
  refLagCalls: 0,
}

export type Limits = Record<keyof typeof LIMITS, number | null> & typeof BEHAVIOUR

export const openLimits = (place: Place) =>
  place.open<Limits>('limits.json', () => ({ ...LIMITS, ...BEHAVIOUR }))

export const isOver = (value: number, limit: number | null): boolean =>
  limit !== null && value > limit

/** Changes that not all of GitHub's servers have yet. Kept in RAM only. */
export function openLags(limits: () => Limits) {
  const commits = new Map<string, number>()
  const refs = new Map<string, { before: string | null; calls: number }>()

  return {
    /** A commit was created by the API. */
    startCommit(sha: string) {
      const { commitLagCalls } = limits()
      if (commitLagCalls > 0) commits.set(sha, commitLagCalls)
    },
    /** Whether a ref can point at the commit; each check counts as a call. */
    isCommitKnown(sha: string) {
      const calls = commits.get(sha) ?? 0
      if (calls > 0) commits.set(sha, calls - 1)
      return calls === 0
    },
    /** A ref was moved; null: it did not exist before. */
    startRef(repositoryId: number, ref: string, before: string | null) {
      const { refLagCalls } = limits()
      if (refLagCalls > 0) refs.set(`${repositoryId} ${ref}`, { before, calls: refLagCalls })
    },
    /** The SHA that a read returns for a ref; each read counts as a call. */
    shownSha(repositoryId: number, ref: string, sha: string | undefined) {
      const lag = refs.get(`${repositoryId} ${ref}`)
      if (!lag || lag.calls === 0) return sha
      lag.calls -= 1
      return lag.before ?? undefined
    },
    async reset() {
      commits.clear()
      refs.clear()
    },
  }
}
