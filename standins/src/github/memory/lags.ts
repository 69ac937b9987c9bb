import type { Limits } from './limits.ts'

export type Lags = ReturnType<typeof openLags>

const KEPT = 1_000

/** Changes that not all of GitHub's servers have yet. Kept in RAM only. */
export function openLags(limits: () => Limits) {
  const commits = new Map<string, number>()
  const refs = new Map<string, { before: string | null; calls: number }>()

  return {
    /** A commit was created by the API. */
    startCommit(sha: string) {
      const { commitLagCalls } = limits()
      if (commitLagCalls > 0) add(commits, sha, commitLagCalls)
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
      if (refLagCalls > 0) add(refs, `${repositoryId} ${ref}`, { before, calls: refLagCalls })
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

/** The oldest are dropped, because their lag is over for all readers. */
function add<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= KEPT) break
    map.delete(oldest)
  }
}
