import type { Choices } from '@app/sync/choices'
import type { Base, Comparison, Confirmation } from '@app/sync/comparison'
import type { Contents } from '@app/sync/contents'
import type { Journal } from '@app/sync/journal'
import type { Progress } from '@app/sync/progress'
import type { PullRequest } from '@app/sync/pull-request'
import type { PullRequestDraft } from '@app/sync/pull-request-text'
import type { Pushed } from '@app/sync/push'
import { type Facts, SyncError, type SyncErrorCode } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import type { TargetChoice } from './target-choice.ts'

/** All of it is plain data. choose → reading → comparing → review → pushing → done. A failure goes back one step and shows the reason. */
export type PushState =
  | { step: 'choose'; failure: Failure | null }
  | { step: 'reading'; choice: TargetChoice; done: number; all: number }
  | { step: 'comparing'; choice: TargetChoice; progress: Progress | null }
  | { step: 'review'; review: Review; failure: Failure | null }
  | {
      step: 'pushing'
      review: Review
      progress: Progress | null
      isCreating: boolean
      /** It was interrupted, and continues with the earlier answers. */
      isResumed: boolean
    }
  /** A confirmed push whose page was closed before its end. */
  | { step: 'interrupted'; review: Review; failure: Failure | null }
  | { step: 'done'; done: Done }

/** The failed step determines what a retry does. */
export type Failure = { error: PlainError; at: 'comparing' | 'pushing' }

/** A serialisable error; without a code it is not from the engine. */
export type PlainError = { code: SyncErrorCode | null; facts: Facts; retryAt?: number }

export const plainError = (error: unknown): PlainError =>
  error instanceof SyncError
    ? {
        code: error.code,
        facts: error.facts,
        ...(error.retryAt !== undefined && { retryAt: error.retryAt }),
      }
    : { code: null, facts: {} }

export const errorOf = ({ code, facts, retryAt }: PlainError): Error =>
  code ? new SyncError(code, facts, retryAt) : new Error('unexpected')

export type Review = {
  choice: TargetChoice
  comparison: Comparison
  /** The version of the compared project. */
  version: number
}

/** The member's decisions, and the commit message. */
export type ReviewAnswers = { message: string; choices: Choices }

export type Done = {
  target: Target
  files: number
  counts: Pushed['counts']
  commit: string
  /** The compared commit; null for a new branch. */
  before: string | null
  comparison: Comparison
  /** The push succeeded, but the server was not informed. */
  isUnrecorded: boolean
  /** Null if none was requested. */
  opening: Opening | null
}

/** The pull request after a push to a new branch: a separate step whose failure does not affect the push. */
export type Opening =
  | { step: 'opening'; draft: PullRequestDraft }
  | { step: 'failed'; draft: PullRequestDraft; error: PlainError }
  | { step: 'opened'; pull: PullRequest }

/** Pushes a project. Only plain data is exchanged, so the work may run in another context. */
export type PushService = {
  review: (choice: TargetChoice) => void
  /** Pushes the reviewed comparison, identified by its digest. */
  push: (digest: string, answers: ReviewAnswers) => void
  /** Pushes unattended: stops at everything that needs a confirmation. */
  pushIdle: (linked: Target, branch: IdleBranch) => Promise<IdleOutcome>
  /** The current state; also finds an interrupted push. */
  running: () => Promise<PushState>
  /** Continues an interrupted push. */
  goOn: () => void
  /** Opens the pull request of a completed push, again or with another draft. */
  openPullRequest: (draft: PullRequestDraft) => void
  cancel: () => void
  /** Returns to the choice of a branch; an interrupted push is discarded. */
  reset: () => void
  /** Calls back with each new state; returns a function that stops it. */
  watch: (onState: (state: PushState) => void) => () => void
  /** The content of a reviewed file. */
  contentOf: (sha: string) => ReturnType<Contents>
}

/** The linked branch, or one used only by automatic pushes. */
export type IdleBranch = 'linked' | 'own'

export type IdleOutcome =
  | { kind: 'pushed'; target: Target; commit: string; files: number }
  | { kind: 'nothing' }
  /** The member must decide first. */
  | { kind: 'waiting'; reasons: readonly WaitReason[] }
  | { kind: 'failed'; target: Target; error: PlainError }

/** A question of the review, or an unfinished manual push. */
export type WaitReason = Confirmation | 'interrupted'

/** Stores a project's unfinished push, independent of the page. */
export type PushStore = {
  read: () => Promise<StoredPush | null>
  write: (push: StoredPush) => Promise<void>
  remove: () => Promise<void>
  /** Runs while no other page or worker pushes this project, or to this repository. Waits until the signal aborts. */
  alone: <Result>(
    work: () => Promise<Result>,
    options: { repo?: string; signal: AbortSignal },
  ) => Promise<Result>
}

export type StoredPush = {
  choice: TargetChoice
  version: number
  journal: Journal
  /** Begun unattended; continues without asking. */
  isAutomatic: boolean
  /** The push has ended, but its pull request must still be opened. */
  done?: Done
}

export type PushEvent =
  | { kind: 'started'; choice: TargetChoice }
  | { kind: 'read'; done: number; all: number }
  | { kind: 'progressed'; progress: Progress }
  | { kind: 'compared'; review: Review }
  | { kind: 'found'; review: Review }
  | { kind: 'pushing' }
  | { kind: 'noted'; isCreating: boolean; comparison: Comparison }
  | { kind: 'pushed'; done: Done }
  | { kind: 'opening'; opening: Opening }
  | { kind: 'failed'; error: PlainError }
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
    case 'found':
      return state.step === 'choose'
        ? { step: 'interrupted', review: event.review, failure: null }
        : state
    case 'pushing':
      if (state.step !== 'review' && state.step !== 'interrupted') return state
      return {
        step: 'pushing',
        review: state.review,
        progress: null,
        isCreating: false,
        isResumed: state.step === 'interrupted',
      }
    case 'noted':
      if (state.step !== 'pushing') return state
      // A created repository stays, even if the push then fails.
      return {
        ...state,
        review: { ...state.review, comparison: event.comparison },
        isCreating: event.isCreating,
      }
    case 'pushed':
      return { step: 'done', done: event.done }
    case 'opening':
      if (state.step !== 'done' || !state.done.opening) return state
      return { step: 'done', done: { ...state.done, opening: event.opening } }
    case 'failed':
      return failed(state, event.error)
  }
}

function progressed(state: PushState, progress: Progress): PushState {
  if (state.step === 'reading') return { step: 'comparing', choice: state.choice, progress }
  return state.step === 'comparing' || state.step === 'pushing' ? { ...state, progress } : state
}

function failed(state: PushState, error: PlainError): PushState {
  if (state.step === 'pushing') {
    const step = state.isResumed ? 'interrupted' : 'review'
    return { step, review: state.review, failure: { error, at: 'pushing' } }
  }
  return { step: 'choose', failure: { error, at: 'comparing' } }
}

/**
 * The common state before a reverted push, so that its changes are proposed again. Before the first push, that was everything except files
 * only at GitHub.
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
