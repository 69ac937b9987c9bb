import { SyncError } from '#errors/sync-error.ts'
import { compareCommits } from '#github/compare-commits.ts'
import { readCommit } from '#github/read-head.ts'
import { type Repository, repositoryPath, type Target } from '#github/target.ts'
import { listAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import { type PullRequest, pullRequestIn } from './pull-request.ts'
import { type Checks, checksIn } from './read-checks.ts'
import { type KnownAnswers, readKnown, readLines } from './read-lines.ts'
import { type Reviews, reviewsIn } from './read-reviews.ts'

export type PullRequestStatus = {
  pull: PullRequest
  /** Null if the app may not read them. */
  checks: Checks | null
  reviews: Reviews
  /** Null until merged. */
  way: MergeWay | null
}

/** A check contains its whole report, so pages are small. */
const CHECKS = { perPage: 30, mostPages: 5 }
const REVIEWS = { perPage: 100, mostPages: 3 }
/** Pull requests of one branch, newest first. */
const LISTED = 20

type Options = Watching & {
  /** Kept by the caller between reads, so that unchanged answers are not sent again. */
  known?: KnownAnswers
}

/** The current state of a pull request. */
export async function readPullRequest(
  host: Host,
  repository: Repository,
  number: number,
  { known = new Map(), ...watching }: Options = {},
): Promise<PullRequestStatus> {
  const operation = openOperation(watching)
  const reading = { host, operation, repository, known }
  const at = `${repositoryPath(repository)}/pulls/${number}`
  const pull = pullRequestIn((await readKnown(reading, at)).body)
  const commit = `${repositoryPath(repository)}/commits/${pull.headCommit}`
  const [reviews, checks, way] = await Promise.all([
    readLines(reading, `${at}/reviews`, REVIEWS),
    ifAllowed(
      Promise.all([
        readLines(reading, `${commit}/check-runs`, { key: 'check_runs', ...CHECKS }),
        readLines(reading, `${commit}/status`, { key: 'statuses', ...CHECKS }),
      ]),
    ),
    mergeWayOf(host, operation, repository, pull),
  ])

  return {
    pull,
    checks:
      checks &&
      checksIn(
        checks[0].lines,
        checks[1].lines,
        checks.every(({ isWhole }) => isWhole),
      ),
    reviews: reviewsIn(reviews.lines, pull, reviews.isWhole),
    way,
  }
}

/** Checks and statuses need separate permissions. */
const ifAllowed = <Read>(reading: Promise<Read>): Promise<Read | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof SyncError && error.code === 'pull_request_denied') return null
    throw error
  })

/** The pull request from a branch: the open one, else the newest; null if there is none. */
export async function findPullRequest(
  host: Host,
  target: Target,
  { known = new Map(), ...watching }: Options = {},
): Promise<PullRequest | null> {
  const found = await listPullRequests(host, openOperation(watching), target, known)

  return found.find(isOpen) ?? found[0] ?? null
}

export const isOpen = ({ state }: PullRequest): boolean => state === 'open' || state === 'draft'

/** Newest first. GitHub ignores an invalid `head` and lists everything. */
export async function listPullRequests(
  host: Host,
  operation: Operation,
  { branch, ...repository }: Target,
  known: KnownAnswers = new Map(),
): Promise<PullRequest[]> {
  const head = encodeURIComponent(`${repository.owner}:${branch}`)
  const path = `${repositoryPath(repository)}/pulls?state=all&head=${head}&per_page=${LISTED}`
  const { body } = await readKnown({ host, operation, repository, known }, path)

  return listAt(body)
    .map(pullRequestIn)
    .filter((pull) => pull.head === branch)
}

type MergeWay = 'merge' | 'squash' | 'rebase'

/** GitHub does not report how it merged. A merge contains the commits, a rebase copies with their messages, a squash neither. */
async function mergeWayOf(
  host: Host,
  operation: Operation,
  repository: Repository,
  { mergeCommit, headCommit }: PullRequest,
): Promise<MergeWay | null> {
  if (mergeCommit === null) return null
  const commits = { base: headCommit, head: mergeCommit }
  const order = await compareCommits(host, operation, repository, commits)
  if (order === 'ahead' || order === 'identical') return 'merge'
  const [merged, last] = await Promise.all(
    [mergeCommit, headCommit].map((commit) => readCommit(host, operation, repository, commit)),
  )

  return merged && merged.message === last?.message ? 'rebase' : 'squash'
}
