import type { Choices } from '@app/sync/choices'
import type { Base, Comparison, Need } from '@app/sync/comparison'
import type { Contents } from '@app/sync/contents'
import type { Journal } from '@app/sync/journal'
import type { Progress } from '@app/sync/progress'
import type { PullRequest } from '@app/sync/pull-request'
import type { PullRequestDraft } from '@app/sync/pull-request-text'
import type { Pushed } from '@app/sync/push'
import { type Facts, SyncError, type SyncErrorCode } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import type { TargetChoice } from './target-choice.ts'

/** All of it is plain data. choose → reading → comparing → review → pushing → done. A failure goes back a step and says why. */
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
      /** It was interrupted, and goes on with the answers given then. */
      isResumed: boolean
    }
  /** A push that was confirmed, and whose page was closed before its end. */
  | { step: 'interrupted'; review: Review; failure: Failure | null }
  | { step: 'done'; done: Done }

/** Which step failed decides what trying again means. */
export type Failure = { error: PlainError; at: 'comparing' | 'pushing' }

/** An error as it travels; without a code it is none of the engine's. */
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
  /** The project as it was compared. */
  version: number
}

/** What a person decided, and the message of the commit. */
export type ReviewAnswers = { message: string; choices: Choices }

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
  /** Null if none was asked for. */
  opening: Opening | null
}

/** The pull request after a push to a new branch: a step of its own, so that its failure is none of the push. */
export type Opening =
  | { step: 'opening'; draft: PullRequestDraft }
  | { step: 'failed'; draft: PullRequestDraft; error: PlainError }
  | { step: 'opened'; pull: PullRequest }

/** Pushes a project. Plain data goes in and comes out, so the work may be done in another place than the panel. */
export type PushService = {
  review: (choice: TargetChoice) => void
  /** Pushes what was reviewed, named by the digest of its comparison. */
  push: (digest: string, answers: ReviewAnswers) => void
  /** Pushes without anybody watching: it stops at everything that a person would be asked. */
  pushIdle: (linked: Target, branch: IdleBranch) => Promise<IdleOutcome>
  /** What is going on; an interrupted push is found here. */
  running: () => Promise<PushState>
  /** Goes on with an interrupted push. */
  goOn: () => void
  /** Opens the pull request of a push that is done, again or with another draft. */
  openPullRequest: (draft: PullRequestDraft) => void
  cancel: () => void
  /** Back to the choice of a branch; an interrupted push is forgotten. */
  reset: () => void
  /** Calls with each new state; returns how to stop. */
  watch: (onState: (state: PushState) => void) => () => void
  /** A file of the project as it was reviewed. */
  contentOf: Contents
}

/** The linked branch, or one that only automatic pushes use. */
export type IdleBranch = 'linked' | 'own'

export type IdleOutcome =
  | { kind: 'pushed'; target: Target; commit: string; files: number }
  | { kind: 'nothing' }
  /** A person has to look first. */
  | { kind: 'waiting'; reasons: readonly WaitReason[] }
  | { kind: 'failed'; target: Target; error: PlainError }

/** A question of the review, or a push by hand that did not end. */
export type WaitReason = Need | 'interrupted'

/** Where an unfinished push of one project is kept: it outlives the page. */
export type PushStore = {
  read: () => Promise<StoredPush | null>
  write: (push: StoredPush) => Promise<void>
  remove: () => Promise<void>
  /** Works while no other page or worker pushes this project, or to this repository. Waits until the signal. */
  alone: <Result>(
    work: () => Promise<Result>,
    options: { repo?: string; signal: AbortSignal },
  ) => Promise<Result>
}

export type StoredPush = {
  choice: TargetChoice
  version: number
  journal: Journal
  /** Begun while nobody watched; it goes on without a question. */
  isAutomatic: boolean
  /** The push itself has ended; its pull request is still to be opened. */
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
      // A repository that was made stays made, also if the push fails after that.
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
