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

const FIRST_ID = 3_000_001

export function openIssues(place: Place) {
  const memory = place.open('issues.json', () => ({ issues: [] as Issue[] }))
  const of = (repositoryId: number) =>
    memory.state.issues.filter((one) => one.repositoryId === repositoryId).toReversed()

  return {
    /** Newest first. */
    of,
    add: (wanted: Omit<Issue, 'id' | 'number'>) =>
      memory.change(({ issues }) => {
        const number = (of(wanted.repositoryId)[0]?.number ?? 0) + 1
        const issue = { ...wanted, id: FIRST_ID + issues.length, number }
        issues.push(issue)
        return issue
      }),
    change: (issue: Issue, changes: Partial<Issue>) =>
      memory.change(() => {
        Object.assign(issue, changes)
      }),
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

const FIRST_COMMENT_ID = 5_000_001

export function openComments(place: Place) {
  const memory = place.open('comments.json', () => ({
    comments: [] as Comment[],
    nextId: FIRST_COMMENT_ID,
  }))

  return {
    /** Oldest first. */
    of: (repositoryId: number, issue: number) =>
      memory.state.comments.filter(
        (one) => one.repositoryId === repositoryId && one.issue === issue,
      ),
    add: (wanted: Omit<Comment, 'id'>) =>
      memory.change((state) => {
        const comment = { ...wanted, id: state.nextId++ }
        state.comments.push(comment)
        return comment
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
