import { compare } from '@app/sync/compare'
import type { Comparison } from '@app/sync/comparison'
import { contentsOf } from '@app/sync/contents'
import { createRepository } from '@app/sync/create-repository'
import { push } from '@app/sync/push'
import { SyncError } from '@app/sync/sync-error'
import { useEffect, useReducer, useRef } from 'react'
import { type Surroundings, useSurroundings } from '#surroundings.tsx'
import { repoOf, type TargetChoice } from '#targets/target-choice.ts'
import { CHOOSING, nextState, type PushEvent, type Review } from './push-state.ts'
import type { ReviewAnswers } from './review-answers.ts'

type Created = Awaited<ReturnType<typeof createRepository>>
type Send = (event: PushEvent) => void
type Watched = { signal: AbortSignal; send: Send }

/** One push, from the choice of a branch to its end. */
export function usePush() {
  const surroundings = useSurroundings()
  const [state, send] = useReducer(nextState, CHOOSING)
  const running = useRef<AbortController | null>(null)
  const lastChoice = useRef<TargetChoice | null>(null)
  /** Blobs that arrived in a push that did not end; GitHub keeps them for a while. */
  const known = useRef<Map<string, number>>(new Map())
  /** Repositories made by a push that did not end, by name: the next try fills them. */
  const made = useRef<Map<string, Created>>(new Map())

  useEffect(() => () => running.current?.abort(), [])

  async function run(work: (watched: Watched) => Promise<void>) {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    // Also after a cancel that came too late: what was pushed is said.
    const sendOwn: Send = (event) => running.current === abort && send(event)
    try {
      await work({ signal: abort.signal, send: sendOwn })
    } catch (error) {
      const isCancelled = abort.signal.aborted && !(error instanceof SyncError)
      sendOwn({ kind: 'failed', error: isCancelled ? new SyncError('cancelled') : error })
    }
  }

  function review(choice: TargetChoice) {
    lastChoice.current = choice
    send({ kind: 'started', choice })
    return run(async (watched) => {
      const found = await compareWith(surroundings, choice, watched)
      watched.send({ kind: 'compared', review: found })
    })
  }

  function start(found: Review, answers: ReviewAnswers) {
    const { newRepository } = found.choice
    const isCreating = newRepository !== undefined && found.comparison.options.isPlanned
    send({ kind: 'pushing', isCreating: isCreating === true })
    return run(async (watched) => {
      const ready = isCreating ? await create(surroundings, found, made.current, watched) : found
      watched.send({ kind: 'created', review: ready })
      await pushReview(surroundings, ready, answers, { ...watched, known: known.current })
    })
  }

  return {
    state,
    review,
    start,
    cancel: () => running.current?.abort(),
    reset: () => send({ kind: 'reset' }),
    lastChoice: () => lastChoice.current,
  }
}

async function compareWith(
  { project, bases, host, notSecrets }: Surroundings,
  choice: TargetChoice,
  { signal, send }: Watched,
): Promise<Review> {
  const { target, from, syncedWith, newRepository } = choice
  const { version } = project
  // The page shows what was pressed before the work begins.
  await host.wait(0, signal)
  const set = await project.readFiles({
    signal,
    onProgress: (done, all) => send({ kind: 'read', done, all }),
  })
  if (signal.aborted) throw new SyncError('cancelled')
  // A new branch has in common with the project what the branch it starts from has.
  const origin = from && 'branch' in from ? { ...target, branch: from.branch } : target
  const base = newRepository ? null : await bases.read(syncedWith ?? origin)
  const comparison = await compare(host, target, set, {
    base,
    accepted: await notSecrets.read(),
    ...(from && { from }),
    ...(newRepository && { isPlanned: true }),
    signal,
    onProgress: (progress) => send({ kind: 'progressed', progress }),
  })
  return { choice, comparison, version, contents: contentsOf(set) }
}

/** Makes the repository that the review was for. What is pushed to it stays what was reviewed. */
async function create(
  { host, project }: Surroundings,
  { choice, comparison, version, contents }: Review,
  made: Map<string, Created>,
  { signal }: Watched,
): Promise<Review> {
  const { target, newRepository } = choice
  const { owner, name } = target
  const ownerKind = newRepository?.ownerKind ?? 'member'
  const created =
    made.get(repoOf(target)) ??
    (await createRepository(host, { owner, ownerKind, name }, { signal }))
  made.set(repoOf(target), created)
  const { accepted = [] } = comparison.options
  const set = await project.readFiles({ signal })
  const next = await compare(host, target, set, { base: null, created, accepted, signal })

  return { choice: { target }, comparison: next, version, contents }
}

const KNOWN_FOR_MS = 60 * 60_000

async function pushReview(
  surroundings: Surroundings,
  { comparison, contents }: Review,
  { message, choices }: ReviewAnswers,
  { signal, send, known }: Watched & { known: Map<string, number> },
): Promise<void> {
  const { host, project, bases, recordPush } = surroundings
  const { target } = comparison
  const fresh = [...known].filter(([, at]) => host.now() - at < KNOWN_FOR_MS)
  try {
    const pushed = await push(host, comparison, {
      contents,
      message,
      choices,
      known: fresh.map(([sha]) => sha),
      signal,
      onProgress: (progress) => {
        if (progress.arrived) known.set(progress.arrived, host.now())
        send({ kind: 'progressed', progress })
      },
    })
    const { commit, counts, base, before, message: sent } = pushed
    const linked = project.link(target)
    const told = await Promise.allSettled([
      bases.write(target, base),
      linked,
      // After the link: the record belongs to the project that it names.
      linked
        .catch(() => undefined)
        .then(() => recordPush({ target, message: sent, commit, counts })),
    ])
    send({
      kind: 'pushed',
      done: {
        target,
        files: counts.added + counts.changed + counts.deleted,
        counts,
        commit,
        before,
        comparison,
        isUnrecorded: told.some(({ status }) => status === 'rejected'),
      },
    })
  } catch (error) {
    await recordFailure(surroundings, comparison, message, error)
    throw error
  }
}

const NO_COUNTS = { added: 0, changed: 0, deleted: 0 }

async function recordFailure(
  { recordPush }: Surroundings,
  { target }: Comparison,
  message: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof SyncError) || error.code === 'cancelled') return
  const failed = { target, message, commit: null, counts: NO_COUNTS, errorCode: error.code }
  // What failed is on the screen already; that the server does not know is no second failure.
  await recordPush(failed).catch(() => undefined)
}
