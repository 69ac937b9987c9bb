import type { Comparison } from '@app/sync/comparison'
import type { Target } from '@app/sync/target'
import type { PushState, Review } from '#service/push-state.ts'
import type { TargetChoice } from '#service/target-choice.ts'
import { heldBack, openQuestions, type Ticks } from './review-answers.ts'

/** Whether a push may begin with one click: nothing is to be answered, and the branch is there already. */
export function isQuick({ choice, comparison }: Review, ticks: Ticks): boolean {
  const { needs, conflicts, movedFrom, warnings, start } = comparison
  const isKnown = !choice.newRepository && !choice.from && start.kind === 'branch'

  return (
    isKnown &&
    needs.length === 0 &&
    conflicts.length === 0 &&
    movedFrom === null &&
    warnings.length === 0 &&
    openQuestions(comparison, ticks) === 0
  )
}

/** What a panel that opens looks at by itself; null while something goes on, or waits for an answer. */
export function firstLook(state: PushState, target: Target): TargetChoice | null {
  switch (state.step) {
    case 'choose':
      return state.failure ? null : { target }
    case 'review':
      // Of an earlier panel: the project may have changed since.
      return state.failure ? null : state.review.choice
    case 'done': {
      const { opening } = state.done
      return opening === null || opening.step === 'opened' ? { target } : null
    }
    default:
      return null
  }
}

/** What one click would push. */
export function quickPush(comparison: Comparison, ticks: Ticks) {
  const held = heldBack(comparison, ticks)
  const going = comparison.changes.filter(
    ({ path }) => !held.has(path) && !ticks.leaveOut.includes(path),
  )
  const of = (...kinds: string[]) => going.filter(({ kind }) => kinds.includes(kind)).length

  return {
    paths: going.map(({ path }) => path),
    counts: {
      added: of('added'),
      changed: of('changed', 'mode'),
      deleted: of('deleted'),
    },
  }
}
