import { join } from 'node:path'
import { openMemory, type Remembered } from '#runtime/memory.ts'

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
  assigneeIds: number[]
  state: 'open' | 'closed'
  /** Why it was closed or opened again; missing in older data. */
  stateReason?: StateReason | null
  isPullRequest?: boolean
  createdAt: number
  updatedAt: number
  closedAt: number | null
}

export type Issues = Remembered & {
  /** Newest first. */
  of(repositoryId: number): Issue[]
  add(issue: Omit<Issue, 'id' | 'number'>): Promise<Issue>
  change(issue: Issue, changes: Partial<Issue>): Promise<void>
}

const FIRST_ID = 3_000_001

export function openIssues(folder: string): Issues {
  const memory = openMemory(join(folder, 'issues.json'), () => ({ issues: [] as Issue[] }))
  const of = (repositoryId: number) =>
    memory.state.issues.filter((one) => one.repositoryId === repositoryId).toReversed()

  return {
    of,
    add: (wanted) =>
      memory.change(({ issues }) => {
        const number = (of(wanted.repositoryId)[0]?.number ?? 0) + 1
        const issue = { ...wanted, id: FIRST_ID + issues.length, number }
        issues.push(issue)
        return issue
      }),
    change: (issue, changes) =>
      memory.change(() => {
        Object.assign(issue, changes)
      }),
    reset: memory.reset,
    close: memory.close,
  }
}
