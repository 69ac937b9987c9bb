import type { Comparison } from '#compare/comparison.ts'
import { type LocalFiles, readLocalFiles } from '#compare/local-files.ts'
import type { Change, Conflict, Kept, LocalEntry } from '#compare/merge-paths.ts'
import { type Sides, sidesOf } from '#compare/sides.ts'
import type { Contents } from '#files/contents.ts'
import { isEnvFile } from '#files/credential-file.ts'
import { isLeftOutAlways, type LeftOutReason } from '#files/gather-files.ts'
import type { Entry } from '#objects/listing.ts'
import { type PathReason, pathRefusal } from '#paths/path-refusal.ts'

/** Why a file of the branch is not brought into the project. */
export type StayingReason =
  | Extract<Kept['reason'], 'lfs' | 'submodule'>
  | LeftOutReason
  | PathReason

export type Staying = { path: string; reason: StayingReason }

export type PullPlan = {
  /** Changes only by GitHub. `before` is the project's side, `after` GitHub's. */
  incoming: Change[]
  /** Changes by both: the member chooses. */
  conflicts: Conflict[]
  /** Changes only by the project; they stay, and are part of the next push. */
  mine: Change[]
  /** Env files that differ at GitHub. They are pulled if the member selects them. */
  envFiles: Change[]
  /** Files that differ at GitHub but are not changed. */
  staying: Staying[]
}

/**
 * Whether the branch can be pulled. Without a last sync it is unknown who changed a file. A new branch has no content of its own, and for
 * unread folders the incoming files are unknown.
 */
export const canPull = ({ start, inputs, warnings }: Comparison): boolean =>
  start.kind === 'branch' &&
  inputs.ancestor !== null &&
  !warnings.some(({ kind }) => kind === 'folders_not_read')

/** What a pull would do to the project; empty if it is impossible. */
export async function planPull(comparison: Comparison, contents: Contents): Promise<PullPlan> {
  const { kept, conflicts, changes, inputs } = comparison
  const plan: PullPlan = { incoming: [], conflicts, mine: changes, envFiles: [], staying: [] }
  if (!canPull(comparison)) return { ...plan, conflicts: [] }
  const sides = sidesOf(comparison)
  const files = inputs.files.map(([path, sha, size, mode]) => ({ path, sha, size, mode }))
  const local = await readLocalFiles({ files, leftOut: [], contents }, sides.remote)
  for (const one of kept) placeKept(plan, sides, local, one)

  return plan
}

function placeKept(plan: PullPlan, sides: Sides, local: LocalFiles, { path, reason }: Kept): void {
  const there = sides.remote.entries.get(path) ?? null
  if (reason === 'lfs' || reason === 'submodule') plan.staying.push({ path, reason })
  else if (reason !== 'only_on_github') {
    plan.incoming.push(incomingChange(path, sides.entries.get(path) ?? null, there))
  } else if (isEnvFile(path)) {
    const here = sides.envEntries.get(path) ?? null
    if (here?.sha !== there?.sha) plan.envFiles.push(incomingChange(path, here, there))
  } else {
    const refusal = pathRefusal(path) ?? ruleFor(path, local)
    if (refusal) plan.staying.push({ path, reason: refusal })
    else plan.incoming.push(incomingChange(path, null, there))
  }
}

function ruleFor(path: string, { isLeftOut }: LocalFiles): LeftOutReason | null {
  if (/(?:^|\/)node_modules\//.test(path)) return 'node_modules'
  if (isLeftOutAlways(path)) return 'system_file'
  return isLeftOut(path) ? 'ignored' : null
}

/** The change from the project's file to GitHub's. A source without modes gets GitHub's mode. */
export function incomingChange(path: string, here: LocalEntry | null, there: Entry | null): Change {
  const after = there && there.mode !== '160000' ? { ...there, mode: there.mode } : null
  const before = here && { ...here, mode: here.mode ?? after?.mode ?? '100644' }
  if (!after) return { path, kind: 'deleted', before, after }
  if (!before) return { path, kind: 'added', before, after }

  return { path, kind: before.sha === after.sha ? 'mode' : 'changed', before, after }
}
