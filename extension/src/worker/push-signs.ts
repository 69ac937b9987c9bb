import type { PushState } from '@app/sync-panels/push-state'

/** A project's state in one or two words, for the button and the panel's head. */
export type PushSign =
  | { name: 'changes'; count: number; tone: 'plain' }
  | { name: Exclude<Named, 'changes'>; tone: 'plain' | 'positive' | 'notice' }

type Named =
  | 'changes'
  | 'conflict'
  | 'comparing'
  | 'pushing'
  | 'waiting'
  | 'failed'
  | 'same'
  | 'interrupted'
  | 'pushed'
  | 'ended'

/** An ended session comes first: nothing else can be done before it. Null: nothing is known yet. */
export function pushSign(state: PushState | null, isSessionEnded: boolean): PushSign | null {
  if (isSessionEnded) return { name: 'ended', tone: 'notice' }
  switch (state?.step) {
    case 'reading':
    case 'comparing':
      return { name: 'comparing', tone: 'plain' }
    case 'pushing':
      return { name: 'pushing', tone: 'plain' }
    case 'review': {
      if (state.failure) return failed(state.failure.error.code)
      const { changes, conflicts } = state.review.comparison
      if (conflicts.length > 0) return { name: 'conflict', tone: 'notice' }
      const count = changes.length
      return count > 0
        ? { name: 'changes', count, tone: 'plain' }
        : { name: 'same', tone: 'positive' }
    }
    case 'interrupted':
      return state.failure?.error.code === 'offline'
        ? failed('offline')
        : { name: 'interrupted', tone: 'notice' }
    case 'done':
      return { name: 'pushed', tone: 'positive' }
    default:
      return null
  }
}

/** Offline is no failure: the push resumes by itself. */
const failed = (code: string | null): PushSign =>
  code === 'offline' ? { name: 'waiting', tone: 'plain' } : { name: 'failed', tone: 'notice' }
