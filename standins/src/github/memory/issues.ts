import type { Place } from '#runtime/place.ts'

export const STATE_REASONS = ['completed', 'not_planned', 'duplicate', 'reopened'] as const
export type StateReason = (typeof STATE_REASONS)[number]

export type Issue = {
  id: number
  repositoryId: number
  number: number
  title: string
  body: string | null
  /** null: written by an app as its bot. */
  authorId: number | null
  labels: string[]
  state: 'open' | 'closed'
  /** Why it was closed or opened again; missing in older data. */
  stateReason?: StateReason | null
  isPullRequest?: boolean
  createdAt: number
  updatedAt: number
  closedAt: number | null
}

/** An issue with the branches of its repository that shall be merged. */
export type PullRequest = Issue & {
  head: string
  base: string
  headSha: string
  isDraft: boolean
  merged: { at: number; personId: number | null; sha: string } | null
  /** Whether somebody asked for `mergeable`: GitHub computes it only then. */
  isComputed: boolean
}

export const isPull = (issue: Issue): issue is PullRequest => 'head' in issue

export function openIssues(place: Place) {
  const list = openList<Issue | PullRequest>(place, 'issues', 3_000_001)
  const of = (repositoryId: number) => list.of({ repositoryId }).toReversed()
  const pulls = (repositoryId: number) => of(repositoryId).filter(isPull)

  return {
    /** Newest first. */
    of,
    pulls,
    pull: (repositoryId: number, number: number) =>
      pulls(repositoryId).find((one) => one.number === number),
    add<One extends Issue>(wanted: Omit<One, 'id' | 'number'>): Promise<One> {
      const { repositoryId } = wanted as unknown as Issue
      const number = (of(repositoryId)[0]?.number ?? 0) + 1
      return list.add({ ...wanted, number } as unknown as One) as Promise<One>
    },
    change: list.change as <One extends Issue>(issue: One, changes: Partial<One>) => Promise<void>,
  }
}

export type Comment = {
  id: number
  repositoryId: number
  /** The issue's number. */
  issue: number
  body: string
  /** null: written by an app as its bot. */
  authorId: number | null
  createdAt: number
  updatedAt: number
}

export const openComments = (place: Place) => openList<Comment>(place, 'comments', 5_000_001)

export const REVIEW_STATES = ['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'] as const
export type Review = {
  id: number
  repositoryId: number
  /** The pull request's number. */
  number: number
  personId: number
  state: (typeof REVIEW_STATES)[number]
  body: string
  sha: string
  at: number
}

export const openReviews = (place: Place) => openList<Review>(place, 'reviews', 7_000_001)

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

type Check = { id: number; repositoryId: number; sha: string; name: string; at: number }

/** A run of a program over a commit; its newest run of that name counts. */
export type CheckRun = Check & {
  status: (typeof CHECK_STATUSES)[number]
  conclusion: (typeof CONCLUSIONS)[number] | null
}

/** The older form of a check; its name is called context. */
export type CommitStatus = Check & { state: (typeof STATUS_STATES)[number] }

export const openChecks = (place: Place) => ({
  runs: openList<CheckRun>(place, 'check-runs', 8_000_001),
  statuses: openList<CommitStatus>(place, 'statuses', 8_500_001),
})

/** The newest of each name. */
export const newestChecks = <One extends Check>(list: readonly One[]): One[] => [
  ...new Map(list.map((one) => [one.name, one])).values(),
]

/** Records in the order in which they were added, in one file. */
function openList<One extends { id: number }>(place: Place, name: string, firstId: number) {
  const memory = place.open(`${name}.json`, () => ({ list: [] as One[] }))

  return {
    /** Those with these values. */
    of: (wanted: Partial<One>) =>
      memory.state.list.filter((one) =>
        Object.entries(wanted).every(([field, value]) => one[field as keyof One] === value),
      ),
    add: (wanted: Omit<One, 'id'>) =>
      memory.change(({ list }) => {
        const added = { ...wanted, id: firstId + list.length } as One
        list.push(added)
        return added
      }),
    change: (one: One, changes: Partial<One>) =>
      memory.change(() => {
        Object.assign(one, changes)
      }),
  }
}

export type Label = {
  id: number
  name: string
  color: string
  description: string | null
  /** Whether GitHub added it to a new repository. */
  isDefault: boolean
}

/** Those of every new repository on GitHub. */
const DEFAULTS: readonly [name: string, color: string, description: string][] = [
  ['bug', 'd73a4a', "Something isn't working"],
  ['documentation', '0075ca', 'Improvements or additions to documentation'],
  ['duplicate', 'cfd3d7', 'This issue or pull request already exists'],
  ['enhancement', 'a2eeef', 'New feature or request'],
  ['good first issue', '7057ff', 'Good for newcomers'],
  ['help wanted', '008672', 'Extra attention is needed'],
  ['invalid', 'e4e669', "This doesn't seem right"],
  ['question', 'd876e3', 'Further information is requested'],
  ['wontfix', 'ffffff', 'This will not be worked on'],
]
const IDS_PER_REPOSITORY = 1000

export function openLabels(place: Place) {
  const memory = place.open('labels.json', () => ({
    added: {} as Record<number, Label[]>,
  }))
  const of = (repositoryId: number): Label[] => [
    ...DEFAULTS.map(([name, color, description], i) => ({
      id: repositoryId * IDS_PER_REPOSITORY + i,
      name,
      color,
      description,
      isDefault: true,
    })),
    ...(memory.state.added[repositoryId] ?? []),
  ]
  const named = (repositoryId: number, name: string) =>
    of(repositoryId).find((one) => one.name.toLowerCase() === name.toLowerCase())

  return {
    of,
    named,
    /** Creates the labels that are missing, as GitHub does when an issue gets them. */
    ensure: (repositoryId: number, names: readonly string[]) =>
      memory.change(({ added }) => {
        for (const name of names) {
          if (named(repositoryId, name)) continue
          const id = repositoryId * IDS_PER_REPOSITORY + of(repositoryId).length
          const label = { id, name, color: 'ededed', description: null, isDefault: false }
          added[repositoryId] = [...(added[repositoryId] ?? []), label]
        }
      }),
  }
}
