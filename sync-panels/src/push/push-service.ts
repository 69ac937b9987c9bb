import { compare } from '@app/sync/compare'
import { type Contents, contentsOf } from '@app/sync/contents'
import type { Host } from '@app/sync/host'
import type { Journal } from '@app/sync/journal'
import { type Pushed, push, resume } from '@app/sync/push'
import { SyncError, type SyncErrorCode } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import {
  CHOOSING,
  nextState,
  type PushEvent,
  type PushService,
  type PushState,
  type PushStore,
  plainError,
  type Review,
  type ReviewAnswers,
  type StoredPush,
} from '#service/push-state.ts'
import type { TargetChoice } from '#service/target-choice.ts'
import type { Surroundings } from '#surroundings.tsx'

type Needs = Pick<Surroundings, 'project' | 'bases' | 'notSecrets' | 'recordPush'> & {
  host: Host
  pushes: PushStore
}

/** A service that works in the page that shows the panel. Its needs are asked for when they are used. */
export class PagePushService implements PushService {
  readonly #needs: () => Needs
  readonly #watchers = new Set<(state: PushState) => void>()
  #state: PushState = CHOOSING
  #running: AbortController | null = null
  #contents: Contents = async () => null
  #unfinished: StoredPush | null = null

  constructor(needs: () => Needs) {
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
    const stored = this.#unfinished
    if (this.#state.step !== 'interrupted' || !stored) return
    const { review } = this.#state
    this.#send({ kind: 'pushing' })
    void this.#push(review, async (host, watching) => {
      this.#contents = contentsOf(await this.#needs().project.readFiles())
      return resume(host, stored.journal, { ...watching, contents: this.#contents })
    })
  }

  async running(): Promise<PushState> {
    if (this.#state.step === 'choose' && !this.#unfinished) {
      const found = await this.#needs().pushes.read()
      if (found) {
        this.#unfinished = found
        const { choice, version, journal } = found
        this.#send({ kind: 'found', review: { choice, version, comparison: journal.comparison } })
      }
    }
    return this.#state
  }

  cancel(): void {
    this.#running?.abort()
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
    // Also after a cancel that came too late: what was pushed is said.
    const send = (event: PushEvent) => this.#running === abort && this.#send(event)
    try {
      await work({ signal: abort.signal, send })
    } catch (error) {
      const isCancelled = abort.signal.aborted && !(error instanceof SyncError)
      send({ kind: 'failed', error: plainError(isCancelled ? new SyncError('cancelled') : error) })
    }
  }

  async #compare(choice: TargetChoice, { signal, send }: Run): Promise<void> {
    const { host, project, bases, notSecrets } = this.#needs()
    const { target, from, syncedWith, newRepository } = choice
    const { version } = project
    // The page shows what was pressed before the work begins.
    await host.wait(0, signal)
    const set = await project.readFiles({
      signal,
      onProgress: (done, all) => send({ kind: 'read', done, all }),
    })
    if (signal.aborted) throw new SyncError('cancelled')
    this.#contents = contentsOf(set)
    // A new branch has in common with the project what the branch it starts from has.
    const origin = from && 'branch' in from ? { ...target, branch: from.branch } : target
    const base = newRepository ? null : await bases.read(syncedWith ?? origin)
    const created = madeFor(target, this.#unfinished?.journal)
    const comparison = await compare(host, target, set, {
      base,
      accepted: await notSecrets.read(),
      ...(from && { from }),
      ...(newRepository && (created ? { created } : { create: newRepository })),
      signal,
      onProgress: (progress) => send({ kind: 'progressed', progress }),
    })
    send({ kind: 'compared', review: { choice, comparison, version } })
  }

  #push({ choice, version }: Review, start: Start): Promise<void> {
    return this.#run(async ({ signal, send }) => {
      const onJournal = async (journal: Journal) => {
        this.#unfinished = { choice, version, journal }
        const isCreating = journal.step === 'creating'
        send({ kind: 'noted', isCreating, comparison: journal.comparison })
        await ifStorable(this.#needs().pushes.write(this.#unfinished))
      }
      try {
        const pushed = await start(this.#needs().host, {
          contents: this.#contents,
          signal,
          onProgress: (progress) => send({ kind: 'progressed', progress }),
          onJournal,
        })
        const done = await record(this.#needs(), this.#unfinished?.journal, pushed)
        await this.#forget()
        send({ kind: 'pushed', done })
      } catch (error) {
        await recordFailure(this.#needs(), this.#unfinished?.journal, error)
        if (!isPassing(error)) await ifStorable(this.#needs().pushes.remove())
        throw error
      }
    })
  }

  async #forget(): Promise<void> {
    this.#unfinished = null
    await ifStorable(this.#needs().pushes.remove())
  }
}

type Run = { signal: AbortSignal; send: (event: PushEvent) => void }
type Start = (host: Host, watching: Parameters<typeof resume>[2]) => Promise<Pushed>

/** A browser may refuse to store anything. A push then ends as well as ever; only a reload ends it too. */
const ifStorable = (work: Promise<void>): Promise<void> => work.catch(() => undefined)

/** The repository that a push made before it failed. */
function madeFor({ owner, name }: Target, journal: Journal | undefined) {
  const { target, options } = journal?.comparison ?? {}
  const isSame = target?.owner === owner && target.name === name

  return isSame ? options?.created : undefined
}

const PASSING: readonly SyncErrorCode[] = [
  'offline',
  'github_unavailable',
  'rate_limited',
  'token_refused',
  'not_connected',
]

/** Whether the same push can go on later. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof SyncError) || PASSING.includes(error.code)

async function record(
  { project, bases, recordPush }: Needs,
  journal: Journal | undefined,
  { commit, counts, base, before, message }: Pushed,
) {
  if (!journal) throw new Error('a push that ended has a journal')
  const { comparison } = journal
  const { target } = comparison
  const linked = project.link(target)
  const told = await Promise.allSettled([
    bases.write(target, base),
    linked,
    // After the link: the record belongs to the project that it names.
    linked.catch(() => undefined).then(() => recordPush({ target, message, commit, counts })),
  ])
  return {
    target,
    files: counts.added + counts.changed + counts.deleted,
    counts,
    commit,
    before,
    comparison,
    isUnrecorded: told.some(({ status }) => status === 'rejected'),
  }
}

const NO_COUNTS = { added: 0, changed: 0, deleted: 0 }

async function recordFailure(
  { recordPush }: Needs,
  journal: Journal | undefined,
  error: unknown,
): Promise<void> {
  if (!journal || !(error instanceof SyncError) || error.code === 'cancelled') return
  const { message, comparison } = journal
  const { target } = comparison
  const failed = { target, message, commit: null, counts: NO_COUNTS, errorCode: error.code }
  // What failed is on the screen already; that the server does not know is no second failure.
  await recordPush(failed).catch(() => undefined)
}
