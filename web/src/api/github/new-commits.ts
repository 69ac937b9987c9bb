import { readBase } from '@app/backend-client/sync-bases'
import type { SyncState } from '@app/contract/sync-state'
import { queryOptions } from '@tanstack/react-query'
import { askRows } from '#api/calls/read-rows.ts'
import { askGithub, type CallOptions } from './ask-github.ts'
import type { GithubCommit } from './github-calls.ts'
import { asMember } from './github-queries.ts'
import { githubKey } from './integration.ts'
import { mayRetry } from './may-retry.ts'

/** One page of GitHub’s list. */
const MOST = 50

export type NewCommits = {
  commits: GithubCommit[]
  /** Older ones are new too, but not listed. */
  hasMore: boolean
}

type Target = { owner: string; name: string; branch: string }

type Known = Pick<SyncState, 'state' | 'ahead_by' | 'last_push_sha'>

/** The commits of a branch since the project’s last push or pull, newest first. */
export const newCommitsQuery = (
  { id, boltProjectId }: { id: string; boltProjectId: string | null },
  target: Target,
  known: Known | null,
) =>
  queryOptions({
    queryKey: [...githubKey, 'new-commits', id, target, known?.last_push_sha, known?.ahead_by],
    queryFn: async (context): Promise<NewCommits> => {
      const [base, listed] = await Promise.all([
        boltProjectId === null ? null : readBase({ rows: askRows }, boltProjectId, target),
        asMember(context, (call) => fetchBranchCommits(target, call)),
      ])

      return sinceLastSync(listed, {
        shas: [base?.commit, known?.last_push_sha],
        aheadBy: known?.state === 'github_ahead' ? known.ahead_by : 0,
      })
    },
    enabled: known !== null,
    retry: mayRetry,
  })

/** Without the last sync among them, as after a force push, their number decides. */
export function sinceLastSync(
  listed: readonly GithubCommit[],
  { shas, aheadBy }: { shas: readonly (string | null | undefined)[]; aheadBy: number },
): NewCommits {
  const end = listed.findIndex(({ sha }) => shas.includes(sha))
  if (end !== -1) return { commits: listed.slice(0, end), hasMore: false }

  return { commits: listed.slice(0, aheadBy), hasMore: aheadBy > listed.length }
}

/** A list and no comparison: GitHub answers a comparison with a lost commit by 404, which browsers log as an error. */
async function fetchBranchCommits(
  { owner, name, branch }: Target,
  call: CallOptions,
): Promise<GithubCommit[]> {
  const query = new URLSearchParams({ sha: branch, per_page: `${MOST}` })

  return (await askGithub('commits', `/repos/${owner}/${name}/commits?${query}`, call)).json()
}
