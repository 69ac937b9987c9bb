import { type Contents, contentsOf } from '@app/sync/contents'
import type { Host } from '@app/sync/host'
import { openPullRequest } from '@app/sync/open-pull-request'
import type { PullRequestDraft } from '@app/sync/pull-request-text'
import { type Pushed, push, resume } from '@app/sync/push'
import { SyncError } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import {
  CHOOSING,
  type Done,
  type IdleBranch,
  type IdleOutcome,
  nextState,
  type Opening,
  type PushEvent,
  type PushService,
  type PushState,
  plainError,
  type Review,
  type ReviewAnswers,
  type StoredPush,
} from '#service/push-state.ts'
import { repoOf, type TargetChoice } from '#service/target-choice.ts'
import {
  compareProject,
  ifStorable,
  type PushNeeds,
  pushWithJournal,
  recordFailure,
} from './journaled-push.ts'
import { pushWhenIdle } from './push-when-idle.ts'

/** Locks of a closed page are released after this time. */
const FREE_AFTER_MS = 1000

export type { PushNeeds }

/** Does the work locally: in the panel's page, or in the extension's worker. */
export class DirectPushService implements PushService {
  readonly #needs: () => PushNeeds
  readonly #watchers = new Set<(state: PushState) => void>()
  #state: PushState = CHOOSING
  #running: AbortController | null = null
  #contents: Contents = async () => null
  #unfinished: StoredPush | null = null
  readonly #closing = new AbortController()

  constructor(needs: () => PushNeeds) {
    this.#needs = needs
  }

  review(choice: TargetChoice): void {
    this.#send({ kind: 'started', choice })
    void this.#run((run) => this.#compare(choice, run))
  }

  push(digest: string, { message, choices }: ReviewAnswers): void {
    if (this.#state.step !== 'review' || this.#state.review.comparison.digest !== digest) return
    const { review } = this.#state
    const before = this.#unfinished?.journal
    const isSame = before?.comparison.digest === digest
    const isAgain =
      isSame &&
      before.message === message &&
      JSON.stringify(before.choices) === JSON.stringify(choices)
    this.#send({ kind: 'pushing' })
    void this.#push(review, (host, watching) =>
      isAgain
        ? resume(host, before, watching)
        : push(host, review.comparison, {
            ...watching,
            message,
            choices,
            known: isSame ? before.known : [],
          }),
    )
  }

  goOn(): void {
    if (this.#state.step !== 'interrupted' || !this.#unfinished) return
    const { review } = this.#state
    const { journal } = this.#unfinished
    this.#send({ kind: 'pushing' })
    void this.#push(review, async (host, watching) => {
      this.#contents = contentsOf(await this.#needs().project.readFiles())
      return resume(host, journal, { ...watching, contents: this.#contents })
    })
  }

  pushIdle(linked: Target, branch: IdleBranch): Promise<IdleOutcome> {
    return pushWhenIdle(this.#needs(), linked, { branch, signal: this.#closing.signal })
  }

  async running(): Promise<PushState> {
    if (this.#state.step === 'choose' && !this.#unfinished) {
      const found = await this.#findInterrupted()
      if (found) {
        this.#unfinished = found
        if (found.done) return this.#goOnOpening(found.done)
        const { choice, version, journal } = found
        this.#send({ kind: 'found', review: { choice, version, comparison: journal.comparison } })
      }
    }
    return this.#state
  }

  openPullRequest(draft: PullRequestDraft): void {
    this.#send({ kind: 'opening', opening: { step: 'opening', draft } })
    void this.#run(async (run) => {
      if (this.#state.step === 'done') await this.#keep(this.#state.done)
      await this.#open(run)
    })
  }

  cancel(): void {
    this.#running?.abort()
  }

  /** Called when the project is no longer shown. */
  close(): void {
    this.cancel()
    this.#closing.abort()
  }

  reset(): void {
    void this.#forget()
    this.#send({ kind: 'reset' })
  }

  watch(onState: (state: PushState) => void): () => void {
    this.#watchers.add(onState)
    return () => this.#watchers.delete(onState)
  }

  contentOf(sha: string): ReturnType<Contents> {
    return this.#contents(sha)
  }

  #send(event: PushEvent): void {
    this.#state = nextState(this.#state, event)
    for (const onState of this.#watchers) onState(this.#state)
  }

  async #run(work: (run: Run) => Promise<void>): Promise<void> {
    this.#running?.abort()
    const abort = new AbortController()
    this.#running = abort
    // Also reports the result after a late cancel.
    const send = (event: PushEvent) => this.#running === abort && this.#send(event)
    try {
      await work({ signal: abort.signal, send })
    } catch (error) {
      const isCancelled = abort.signal.aborted && !(error instanceof SyncError)
      send({ kind: 'failed', error: plainError(isCancelled ? new SyncError('cancelled') : error) })
    }
  }

  async #compare(choice: TargetChoice, { signal, send }: Run): Promise<void> {
    const needs = this.#needs()
    // Yields, so that the page shows the press before the work begins.
    await needs.host.wait(0, signal)
    const { review, contents } = await compareProject(needs, choice, {
      signal,
      unfinished: this.#unfinished?.journal,
      onRead: (done, all) => send({ kind: 'read', done, all }),
      onProgress: (progress) => send({ kind: 'progressed', progress }),
    })
    this.#contents = contents
    send({ kind: 'compared', review })
  }

  #push(review: Review, start: Start): Promise<void> {
    return this.#run(async ({ signal, send }) => {
      const needs = this.#needs()
      const work = () =>
        pushWithJournal(needs, {
          review,
          isAutomatic: false,
          contents: this.#contents,
          signal,
          start,
          onProgress: (progress) => send({ kind: 'progressed', progress }),
          onStored: (stored) => {
            this.#unfinished = stored
            const { step, comparison } = stored.journal
            send({ kind: 'noted', isCreating: step === 'creating', comparison })
          },
        })
      try {
        const repo = repoOf(review.choice.target)
        const done = await needs.pushes.alone(work, { repo, signal })
        this.#unfinished = done.opening && this.#unfinished && { ...this.#unfinished, done }
        send({ kind: 'pushed', done })
      } catch (error) {
        await recordFailure(needs, this.#unfinished?.journal, error)
        throw error
      }
      await this.#open({ signal, send })
    })
  }

  /** The member requested it before the page was closed, and GitHub allows only one. */
  #goOnOpening(done: Done): PushState {
    this.#send({ kind: 'pushed', done })
    void this.#run((run) => this.#open(run))
    return this.#state
  }

  async #open({ signal, send }: Run): Promise<void> {
    if (this.#state.step !== 'done') return
    const opening = await openAfterPush(this.#needs().host, this.#state.done, signal)
    if (!opening) return
    // After a cancel, the store may already contain another push.
    if (opening.step === 'opened' && !signal.aborted) await this.#forget()
    send({ kind: 'opening', opening })
  }

  /** A pull request still to be opened survives the page, like the push before it. */
  async #keep(done: Done): Promise<void> {
    if (!this.#unfinished) return
    this.#unfinished = { ...this.#unfinished, done }
    await ifStorable(this.#needs().pushes.write(this.#unfinished))
  }

  /** Finds a push whose page was closed. Excludes those that another page runs; automatic ones continue without asking. */
  async #findInterrupted(): Promise<StoredPush | null> {
    const { pushes } = this.#needs()
    const signal = AbortSignal.timeout(FREE_AFTER_MS)
    const found = await pushes.alone(pushes.read, { signal }).catch(() => null)

    return found?.isAutomatic ? null : found
  }

  async #forget(): Promise<void> {
    // The store may contain a running automatic push.
    if (!this.#unfinished) return
    this.#unfinished = null
    await ifStorable(this.#needs().pushes.remove())
  }
}

type Run = { signal: AbortSignal; send: (event: PushEvent) => void }
type Start = (host: Host, watching: Parameters<typeof resume>[2]) => Promise<Pushed>

/** The result of the requested pull request; null if there is none. */
async function openAfterPush(
  host: Host,
  { target, commit, opening }: Done,
  signal: AbortSignal,
): Promise<Opening | null> {
  if (opening?.step !== 'opening') return null
  const { draft } = opening
  try {
    const pull = await openPullRequest(host, { target, commit }, draft, { signal })
    return { step: 'opened', pull }
  } catch (error) {
    return { step: 'failed', draft, error: plainError(error) }
  }
}
