import type { Place } from '#runtime/place.ts'

/** What a pull request has besides its issue, which has title, text, author and state. */
export type PullRequest = {
  repositoryId: number
  /** The number. */
  number: number
  /** Branches of the same repository. */
  head: string
  base: string
  headSha: string
  isDraft: boolean
  merged: { at: number; personId: number | null; sha: string } | null
  /** Whether somebody asked for `mergeable`: GitHub computes it only then. */
  isComputed: boolean
}

export const REVIEW_STATES = ['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'] as const
export type Review = {
  id: number
  repositoryId: number
  number: number
  personId: number
  state: (typeof REVIEW_STATES)[number]
  body: string
  sha: string
  at: number
}

const FIRST_REVIEW_ID = 7_000_001

export function openPullRequests(place: Place) {
  const memory = place.open('pull-requests.json', () => ({
    pulls: [] as PullRequest[],
    reviews: [] as Review[],
  }))
  const of = (repositoryId: number) =>
    memory.state.pulls.filter((one) => one.repositoryId === repositoryId)

  return {
    of,
    find: (repositoryId: number, number: number) =>
      of(repositoryId).find((one) => one.number === number),
    add: (pull: PullRequest) =>
      memory.change(({ pulls }) => {
        pulls.push(pull)
        return pull
      }),
    change: (pull: PullRequest, changes: Partial<PullRequest>) =>
      memory.change(() => {
        Object.assign(pull, changes)
      }),
    reviewsOf: ({ repositoryId, number }: PullRequest) =>
      memory.state.reviews.filter(
        (one) => one.repositoryId === repositoryId && one.number === number,
      ),
    addReview: (review: Omit<Review, 'id'>) =>
      memory.change(({ reviews }) => {
        const added = { ...review, id: FIRST_REVIEW_ID + reviews.length }
        reviews.push(added)
        return added
      }),
  }
}

export const CHECK_STATUSES = ['queued', 'in_progress', 'completed'] as const
export const CONCLUSIONS = [
  'success',
  'failure',
  'neutral',
  'cancelled',
  'skipped',
  'timed_out',
  'action_required',
] as const
export const STATUS_STATES = ['success', 'failure', 'error', 'pending'] as const

/** A run of a program over a commit; its newest run of that name counts. */
export type CheckRun = {
  id: number
  repositoryId: number
  sha: string
  name: string
  status: (typeof CHECK_STATUSES)[number]
  conclusion: (typeof CONCLUSIONS)[number] | null
  at: number
}

/** The older form of a check. */
export type CommitStatus = {
  id: number
  repositoryId: number
  sha: string
  context: string
  state: (typeof STATUS_STATES)[number]
  at: number
}

const FIRST_ID = 8_000_001

export function openChecks(place: Place) {
  const memory = place.open('checks.json', () => ({
    runs: [] as CheckRun[],
    statuses: [] as CommitStatus[],
  }))

  return {
    runsOf: (repositoryId: number, sha: string) =>
      newest(memory.state.runs.filter(isOf(repositoryId, sha)), ({ name }) => name),
    statusesOf: (repositoryId: number, sha: string) =>
      newest(memory.state.statuses.filter(isOf(repositoryId, sha)), ({ context }) => context),
    addRun: (run: Omit<CheckRun, 'id'>) => memory.change(({ runs }) => added(runs, run)),
    addStatus: (status: Omit<CommitStatus, 'id'>) =>
      memory.change(({ statuses }) => added(statuses, status)),
  }
}

const isOf = (repositoryId: number, sha: string) => (one: { repositoryId: number; sha: string }) =>
  one.repositoryId === repositoryId && one.sha === sha

const newest = <One>(list: readonly One[], keyOf: (one: One) => string): One[] => [
  ...new Map(list.map((one) => [keyOf(one), one])).values(),
]

function added<One extends object>(list: (One & { id: number })[], one: One) {
  const made = { ...one, id: FIRST_ID + list.length }
  list.push(made)

  return made
}
