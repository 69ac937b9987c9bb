import { contentsOf } from '@app/sync/contents'
import { proposedMessage } from '@app/sync/proposed-message'
import { push, resume } from '@app/sync/push'
import { SyncError } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import { listedPaths } from '#service/left-out.ts'
import {
  type Done,
  type IdleBranch,
  type IdleOutcome,
  plainError,
  type StoredPush,
} from '#service/push-state.ts'
import { OWN_BRANCH, repoOf, type TargetChoice } from '#service/target-choice.ts'
import {
  compareProject,
  isPassing,
  type PushNeeds,
  pushWithJournal,
  recordFailure,
} from './journaled-push.ts'

type Options = { branch: IdleBranch; signal: AbortSignal }

/** One push without anybody watching: it stops at everything that a person would be asked. */
export async function pushWhenIdle(
  needs: PushNeeds,
  linked: Target,
  { branch, signal }: Options,
): Promise<IdleOutcome> {
  const isOwn = branch === 'own' && linked.branch !== OWN_BRANCH
  const target = isOwn ? { ...linked, branch: OWN_BRANCH } : linked
  let latest: StoredPush | null = null
  const watching = {
    signal,
    onStored: (stored: StoredPush) => {
      latest = stored
    },
  }

  try {
    return await needs.pushes.alone(
      async () =>
        (await settleLast(needs, watching)) ??
        pushChanges(needs, isOwn ? await ownChoice(needs, linked, target) : { target }, watching),
      { repo: repoOf(target), signal },
    )
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SyncError && error.code === 'nothing_to_push') return { kind: 'nothing' }
    await recordFailure(needs, (latest as StoredPush | null)?.journal, error)
    return { kind: 'failed', target, error: plainError(error) }
  }
}

type Watching = { signal: AbortSignal; onStored: (stored: StoredPush) => void }

/** What an interrupted push comes to; null if there is none, or it cannot go on as it was. */
async function settleLast(needs: PushNeeds, watching: Watching): Promise<IdleOutcome | null> {
  const { project, pushes } = needs
  const stored = await pushes.read().catch(() => null)
  if (!stored) return null
  if (!stored.isAutomatic) return { kind: 'waiting', reasons: ['interrupted'] }
  const contents = contentsOf(await project.readFiles())
  try {
    const done = await pushWithJournal(needs, {
      ...watching,
      review: stored,
      isAutomatic: true,
      contents,
      start: (host, needed) => resume(host, stored.journal, needed),
    })
    return pushed(done)
  } catch (error) {
    if (isPassing(error)) throw error
    // The project or the branch is another one now, and the journal is gone.
    return null
  }
}

async function pushChanges(
  needs: PushNeeds,
  choice: TargetChoice,
  watching: Watching,
): Promise<IdleOutcome> {
  const { signal } = watching
  const { review, contents } = await compareProject(needs, choice, { signal })
  const { comparison } = review
  if (comparison.needs.length > 0) return { kind: 'waiting', reasons: comparison.needs }
  const { message = '', leaveOut = [] } = needs.project
  const left = listedPaths(comparison, leaveOut)
  const paths = comparison.changes.map(({ path }) => path).filter((one) => !left.includes(one))
  if (paths.length === 0) return { kind: 'nothing' }
  const done = await pushWithJournal(needs, {
    ...watching,
    review,
    isAutomatic: true,
    contents,
    start: (host, needed) =>
      push(host, comparison, {
        ...needed,
        message: message || proposedMessage(paths),
        choices: { leaveOut: left },
      }),
  })
  return pushed(done)
}

const pushed = ({ target, commit, files }: Done): IdleOutcome => ({
  kind: 'pushed',
  target,
  commit,
  files,
})

/** The own branch starts at the linked one, and so does what they have in common. */
async function ownChoice({ bases }: PushNeeds, linked: Target, own: Target): Promise<TargetChoice> {
  const isKnown = (await bases.read(own)) !== null

  return { target: own, from: { branch: linked.branch }, syncedWith: isKnown ? own : linked }
}
