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

export type PullRequests = ReturnType<typeof openPullRequests>

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
    renameBranch: (repositoryId: number, name: string, newName: string) =>
      memory.change(() => {
        for (const pull of of(repositoryId)) {
          if (pull.merged) continue
          if (pull.head === name) pull.head = newName
          if (pull.base === name) pull.base = newName
        }
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
