import { join } from 'node:path'
import { openMemory, type Remembered } from '#runtime/memory.ts'

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

export type Checks = Remembered & {
  runsOf(repositoryId: number, sha: string): CheckRun[]
  statusesOf(repositoryId: number, sha: string): CommitStatus[]
  addRun(run: Omit<CheckRun, 'id'>): Promise<CheckRun>
  addStatus(status: Omit<CommitStatus, 'id'>): Promise<CommitStatus>
}

const FIRST_ID = 8_000_001

export function openChecks(folder: string): Checks {
  const memory = openMemory(join(folder, 'checks.json'), () => ({
    runs: [] as CheckRun[],
    statuses: [] as CommitStatus[],
  }))

  return {
    runsOf: (repositoryId, sha) =>
      newest(memory.state.runs.filter(isOf(repositoryId, sha)), ({ name }) => name),
    statusesOf: (repositoryId, sha) =>
      newest(memory.state.statuses.filter(isOf(repositoryId, sha)), ({ context }) => context),
    addRun: (run) => memory.change(({ runs }) => added(runs, run)),
    addStatus: (status) => memory.change(({ statuses }) => added(statuses, status)),
    reset: memory.reset,
    close: memory.close,
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
