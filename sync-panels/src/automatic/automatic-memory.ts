import type { Target } from '@app/sync/target'
import type { IdleBranch } from '#service/push-state.ts'

export const IDLE_MINUTES = [2, 3, 5, 10, 15, 20, 30]
export const EVERY_MINUTES = [5, 10, 15, 30, 60]

export type AutomaticPush = {
  at: number
  project: string
  target: Target
  /** Null for a failed push. */
  commit: string | null
  files: number
}

export type AutomaticMemory = {
  isOn: boolean
  idleMinutes: number
  everyMinutes: number
  branch: IdleBranch
  reminds: boolean
  remindedAt: number
  snoozedUntil: number
  /** Times by project. */
  settledAt: Record<string, number>
  triedAt: Record<string, number>
  /** The last ten, newest first. */
  pushes: AutomaticPush[]
}

/** Provided by the environment that shows the panels. */
export type AutomaticStore = { read: () => string | null; write: (text: string) => void }

const AT_FIRST: AutomaticMemory = {
  isOn: false,
  idleMinutes: 5,
  everyMinutes: 10,
  branch: 'linked',
  reminds: false,
  remindedAt: 0,
  snoozedUntil: 0,
  settledAt: {},
  triedAt: {},
  pushes: [],
}

export function readMemory({ read }: Pick<AutomaticStore, 'read'>): AutomaticMemory {
  try {
    return { ...AT_FIRST, ...(JSON.parse(read() ?? '{}') as Partial<AutomaticMemory>) }
  } catch {
    return AT_FIRST
  }
}
