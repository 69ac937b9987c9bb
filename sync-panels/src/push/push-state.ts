import type { Base, Comparison } from '@app/sync/comparison'
import type { Contents } from '@app/sync/contents'
import type { Progress } from '@app/sync/progress'
import type { Pushed } from '@app/sync/push'
import type { Target } from '@app/sync/target'
import type { TargetChoice } from '#targets/target-choice.ts'

/** choose → reading → comparing → review → pushing → done. A failure goes back a step and says why. */
export type PushState =
  | { step: 'choose'; failure: Failure | null }
  | { step: 'reading'; choice: TargetChoice; done: number; all: number }
  | { step: 'comparing'; choice: TargetChoice; progress: Progress | null }
  | { step: 'review'; review: Review; failure: Failure | null }
  | { step: 'pushing'; review: Review; progress: Progress | null; isCreating: boolean }
  | { step: 'done'; done: Done }

/** Which step failed decides what trying again means. */
export type Failure = { error: unknown; at: 'comparing' | 'pushing' }

export type Review = {
  choice: TargetChoice
  comparison: Comparison
  /** The project as it was compared. */
  version: number
  contents: Contents
}

export type Done = {
  target: Target
  files: number
  counts: Pushed['counts']
  commit: string
  /** What it was compared with; null if the branch is new. */
  before: string | null
  comparison: Comparison
  /** The push went well, but the server was not told. */
  isUnrecorded: boolean
}

export type PushEvent =
  | { kind: 'started'; choice: TargetChoice }
  | { kind: 'read'; done: number; all: number }
  | { kind: 'progressed'; progress: Progress }
  | { kind: 'compared'; review: Review }
  | { kind: 'pushing'; isCreating: boolean }
  | { kind: 'created'; review: Review }
  | { kind: 'pushed'; done: Done }
  | { kind: 'failed'; error: unknown }
  | { kind: 'reset' }

export const CHOOSING: PushState = { step: 'choose', failure: null }

export function nextState(state: PushState, event: PushEvent): PushState {
  switch (event.kind) {
    case 'reset':
      return CHOOSING
    case 'started':
      return { step: 'reading', choice: event.choice, done: 0, all: 0 }
    case 'read':
      return state.step === 'reading' ? { ...state, done: event.done, all: event.all } : state
    case 'progressed':
      return progressed(state, event.progress)
    case 'compared':
      return { step: 'review', review: event.review, failure: null }
    case 'pushing':
      if (state.step !== 'review') return state
      return {
        step: 'pushing',
        review: state.review,
        progress: null,
        isCreating: event.isCreating,
      }
    case 'created':
      if (state.step !== 'pushing') return state
      return { ...state, review: event.review, isCreating: false }
    case 'pushed':
      return { step: 'done', done: event.done }
    case 'failed':
      return failed(state, event.error)
  }
}

function progressed(state: PushState, progress: Progress): PushState {
  if (state.step === 'reading') return { step: 'comparing', choice: state.choice, progress }
  return state.step === 'comparing' || state.step === 'pushing' ? { ...state, progress } : state
}

function failed(state: PushState, error: unknown): PushState {
  if (state.step === 'pushing') {
    return { step: 'review', review: state.review, failure: { error, at: 'pushing' } }
  }
  return { step: 'choose', failure: { error, at: 'comparing' } }
}

/**
 * What the project and the branch had in common before a push that was taken back, so that its changes are proposed again.
 * Before the first push that was everything but what only GitHub had.
 */
export function baseBefore({ options, kept }: Comparison, commit: string): NonNullable<Base> {
  const onlyThere = kept.filter(({ reason }) => reason === 'only_on_github')

  return (
    options.base ?? {
      commit,
      differs: Object.fromEntries(onlyThere.map(({ path }) => [path, null])),
    }
  )
}
