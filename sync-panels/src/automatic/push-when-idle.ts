import { compare } from '@app/sync/compare'
import type { Need } from '@app/sync/comparison'
import { contentsOf } from '@app/sync/contents'
import { push } from '@app/sync/push'
import { SyncError } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import type { Surroundings } from '#surroundings.tsx'
import { OWN_BRANCH } from './automatic-memory.ts'

export type IdleOutcome =
  | { kind: 'pushed'; target: Target; commit: string; files: number }
  | { kind: 'nothing' }
  /** A person has to look first. */
  | { kind: 'waiting'; needs: readonly Need[] }
  | { kind: 'failed'; target: Target; error: unknown }

type Needs = Pick<Surroundings, 'host' | 'project' | 'bases' | 'notSecrets' | 'recordPush'>

/** One push without anybody watching: it stops at everything that a person would be asked. */
export async function pushWhenIdle(
  { host, project, bases, notSecrets, recordPush }: Needs,
  linked: Target,
  branch: 'linked' | 'own',
): Promise<IdleOutcome> {
  const isOwn = branch === 'own' && linked.branch !== OWN_BRANCH
  const target = isOwn ? { ...linked, branch: OWN_BRANCH } : linked

  try {
    const known = await bases.read(target)
    // The own branch starts at the linked one, and so does what they have in common.
    const base = known ?? (isOwn ? await bases.read(linked) : null)
    const files = await project.readFiles()
    const comparison = await compare(host, target, files, {
      base,
      accepted: await notSecrets.read(),
      ...(isOwn && { from: { branch: linked.branch } }),
    })
    if (comparison.needs.length > 0) return { kind: 'waiting', needs: comparison.needs }
    if (comparison.changes.length === 0) return { kind: 'nothing' }

    const message = messageFor(comparison.changes)
    const pushed = await push(host, comparison, { contents: contentsOf(files), message })
    const { added, changed, deleted } = pushed.counts
    await bases.write(comparison.target, pushed.base)
    await recordPush({
      target: comparison.target,
      message,
      commit: pushed.commit,
      counts: pushed.counts,
    })
    return {
      kind: 'pushed',
      target: comparison.target,
      commit: pushed.commit,
      files: added + changed + deleted,
    }
  } catch (error) {
    if (error instanceof SyncError && error.code === 'nothing_to_push') return { kind: 'nothing' }
    return { kind: 'failed', target, error }
  }
}

/** As the engine would say it; the push is recorded with the same words. */
const messageFor = (changes: readonly { path: string }[]): string =>
  changes.length === 1
    ? `Update ${changes[0]?.path}`
    : `Update ${changes.length} files from bolt.new`
