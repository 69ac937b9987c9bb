import type { CallOptions } from './ask-github.ts'
import { fetchCommits, type GithubCommit, type Repository } from './github-calls.ts'
import { GithubError } from './github-error.ts'

/** Specification, section 9: number of repositories and commits. */
const REPOSITORIES = 5
const SHOWN = 5

export type RecentCommit = GithubCommit & {
  repository: Pick<Repository, 'name' | 'full_name' | 'html_url'>
}

export type RecentCommits = {
  commits: RecentCommit[]
  /** Full names of repositories whose commits could not be loaded. */
  failed: string[]
}

/** The latest commits of the first repositories; the list is sorted by last change. */
export async function fetchRecentCommits(
  repositories: readonly Repository[],
  call: CallOptions,
): Promise<RecentCommits> {
  const asking = repositories
    .slice(0, REPOSITORIES)
    .filter((one) => !isNeverPushed(one))
    .map((one) => commitsOf(one, call))
  const answers = await Promise.all(asking)

  return {
    commits: newestOf(answers.flatMap(({ commits }) => commits)),
    failed: answers.flatMap(({ failed }) => failed),
  }
}

async function commitsOf(repository: Repository, call: CallOptions): Promise<RecentCommits> {
  const { name, full_name, html_url } = repository

  try {
    const commits = await fetchCommits(full_name, call)
    const tagged = commits.map((one) => ({ ...one, repository: { name, full_name, html_url } }))
    return { commits: tagged, failed: [] }
  } catch (error) {
    if (call.signal?.aborted) throw error
    return { commits: [], failed: isEmptyRepository(error) ? [] : [full_name] }
  }
}

export function newestOf(commits: readonly RecentCommit[]): RecentCommit[] {
  return commits.toSorted((a, b) => dateOf(b) - dateOf(a)).slice(0, SHOWN)
}

const dateOf = ({ commit }: RecentCommit) => Date.parse(commit.author?.date ?? '') || 0

/** GitHub refuses to list the commits of an empty repository. The size alone is insufficient, because GitHub updates it with a delay. */
export const isNeverPushed = ({ size, created_at, pushed_at }: Repository) =>
  size === 0 && (pushed_at === null || pushed_at === created_at)

/** A repository without commits is not an error. */
const isEmptyRepository = (error: unknown) => error instanceof GithubError && error.status === 409
