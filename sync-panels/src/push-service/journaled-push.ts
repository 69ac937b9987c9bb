import { compare } from '@app/sync/compare'
import { type Contents, contentsOf, type NamedProject } from '@app/sync/contents'
import type { Host } from '@app/sync/host'
import type { Journal } from '@app/sync/journal'
import type { Progress } from '@app/sync/progress'
import { completeDraft } from '@app/sync/pull-request-text'
import type { Pushed, resume } from '@app/sync/push'
import type { FileSet } from '@app/sync/read-files'
import { SyncError, type SyncErrorCode } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import type { Done, PushStore, Review, StoredPush } from '#service/push-state.ts'
import type { TargetChoice } from '#service/target-choice.ts'
import type { Project, ReadWatching, Surroundings } from '#surroundings.tsx'

export type PushNeeds = Pick<Surroundings, 'bases' | 'notSecrets' | 'recordPush'> & {
  host: Host
  /** A push needs no file as a whole. */
  project: Omit<Project, 'readFiles'> & {
    readFiles: (watching?: ReadWatching) => Promise<PushedFiles>
  }
  pushes: PushStore
}

type PushedFiles = (FileSet | NamedProject) & { version?: number }

type CompareOptions = {
  signal: AbortSignal
  /** The journal of an unfinished push. The repository that it created is reused. */
  unfinished?: Journal | undefined
  onRead?: (done: number, all: number) => void
  onProgress?: (progress: Progress) => void
}

/** Compares the current project with the chosen branch. */
export async function compareProject(
  { host, project, bases, notSecrets }: PushNeeds,
  choice: TargetChoice,
  { signal, unfinished, onRead, onProgress }: CompareOptions,
): Promise<{ review: Review; contents: Contents }> {
  const { target, from, syncedWith, newRepository } = choice
  const { version: before } = project
  const set = await project.readFiles({ signal, ...(onRead && { onProgress: onRead }) })
  const { version = before } = set
  if (signal.aborted) throw new SyncError('cancelled')
  // A new branch's common state with the project is that of its start.
  const origin = from && 'branch' in from ? { ...target, branch: from.branch } : target
  const base = newRepository ? null : await bases.read(syncedWith ?? origin)
  const created = madeFor(target, unfinished)
  const comparison = await compare(host, target, set, {
    base,
    accepted: await notSecrets.read(),
    ...(from && { from }),
    ...(newRepository && (created ? { created } : { create: newRepository })),
    signal,
    ...(onProgress && { onProgress }),
  })
  return { review: { choice, comparison, version }, contents: contentsOf(set) }
}

/** The repository that a push created before it failed. */
function madeFor({ owner, name }: Target, journal: Journal | undefined) {
  const { target, options } = journal?.comparison ?? {}
  const isSame = target?.owner === owner && target.name === name

  return isSame ? options?.created : undefined
}

type PushOptions = {
  review: Pick<Review, 'choice' | 'version'>
  isAutomatic: boolean
  contents: Contents
  signal: AbortSignal
  onProgress?: (progress: Progress) => void
  onStored: (stored: StoredPush) => void
  start: (host: Host, watching: Parameters<typeof resume>[2]) => Promise<Pushed>
}

/** Pushes with a journal in the store, and records the result. The caller holds the lock from `pushes.alone`. */
export async function pushWithJournal(needs: PushNeeds, options: PushOptions): Promise<Done> {
  const { review, isAutomatic, contents, signal, onProgress, onStored, start } = options
  const { choice, version } = review
  const { host, pushes } = needs
  let latest = null as StoredPush | null
  const onJournal = async (journal: Journal) => {
    const stored = { choice, version, journal, isAutomatic }
    latest = stored
    onStored(stored)
    await ifStorable(pushes.write(stored))
  }
  try {
    const pushed = await start(host, {
      contents,
      signal,
      onJournal,
      ...(onProgress && { onProgress }),
    })
    if (!latest) throw new Error('a push that ended has a journal')
    const done = await record(needs, latest, pushed)
    // A pull request still to be opened survives the page, like the push before it.
    await ifStorable(done.opening ? pushes.write({ ...latest, done }) : pushes.remove())
    return done
  } catch (error) {
    if (!isPassing(error)) await ifStorable(pushes.remove())
    throw error
  }
}

/** A browser may refuse to store anything. A push still works then, but a reload ends it. */
export const ifStorable = (work: Promise<void>): Promise<void> => work.catch(() => undefined)

const PASSING: readonly SyncErrorCode[] = [
  'offline',
  'github_unavailable',
  'rate_limited',
  'token_refused',
  'not_connected',
]

/** Whether the same push can be continued later. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof SyncError) || PASSING.includes(error.code)

async function record(
  { project, bases, recordPush }: PushNeeds,
  { choice, journal, isAutomatic }: StoredPush,
  { commit, counts, base, before, message }: Pushed,
): Promise<Done> {
  const { comparison } = journal
  const { target } = comparison
  const { pullRequest } = choice
  // An automatic push may use its own branch; the project stays linked to the other one.
  const linked = isAutomatic ? Promise.resolve() : project.link(target)
  // After the link, because base and record belong to the linked project.
  const settled = linked.catch(() => undefined)
  const told = await Promise.allSettled([
    linked,
    settled.then(() => bases.write(target, base)),
    settled.then(() => recordPush({ target, message, commit, before, counts })),
  ])
  return {
    target,
    files: counts.added + counts.changed + counts.deleted,
    counts,
    commit,
    before,
    comparison,
    isUnrecorded: told.some(({ status }) => status === 'rejected'),
    opening: pullRequest ? { step: 'opening', draft: completeDraft(pullRequest, message) } : null,
  }
}

const NO_COUNTS = { added: 0, changed: 0, deleted: 0 }
/** Nothing was tried. */
const NO_FAILURE: readonly SyncErrorCode[] = ['cancelled', 'nothing_to_push', 'queue_full']

export async function recordFailure(
  { recordPush }: PushNeeds,
  journal: Journal | undefined,
  error: unknown,
): Promise<void> {
  if (!journal || !(error instanceof SyncError) || NO_FAILURE.includes(error.code)) return
  const { message, comparison } = journal
  const { target } = comparison
  const failed = { target, message, commit: null, counts: NO_COUNTS, errorCode: error.code }
  // The failure is already shown; failing to report it is not a second one.
  await recordPush(failed).catch(() => undefined)
}
