import { type Entry, foldersAbove, type Listing, type Mode } from '#objects/listing.ts'

/** A project file; a null mode keeps the branch's mode. */
export type LocalEntry = { sha: string; mode: Mode | null; size: number }

/** The branch at the last sync, and the project's differences then. */
export type Ancestor = { listing: Listing; differs: ReadonlyMap<string, string | null> }

export type Change = {
  path: string
  kind: 'added' | 'changed' | 'mode' | 'deleted'
  before: Entry | null
  after: (Entry & { mode: Mode }) | null
  /** The other half of a rename: a deleted or added path with the same content. */
  renamedFrom?: string
  renamedTo?: string
}

export type KeptReason =
  | 'newer_on_github'
  | 'only_on_github'
  | 'deleted_on_github'
  | 'lfs'
  | 'submodule'
export type Kept = { path: string; reason: KeptReason }

export type Conflict = {
  path: string
  mine: Change
  remote: Entry | null
  /** Files of the branch that must be deleted, because the project's file needs their place. */
  inTheWay: string[]
}

export type Merged = { changes: Change[]; kept: Kept[]; conflicts: Conflict[]; same: number }

type Sides = {
  local: ReadonlyMap<string, LocalEntry>
  remote: Listing
  /** Null at the first sync. */
  ancestor: Ancestor | null
  /** Paths that the project leaves out, so their absence is no deletion. */
  isLeftOut(path: string): boolean
}

/**
 * Merges path by path: the project's changes are pushed, unchanged paths keep GitHub's state, and different changes conflict. At the first
 * sync the project's files win, and files only at GitHub stay.
 */
export function mergePaths(sides: Sides): Merged {
  const merged: Merged = { changes: [], kept: [], conflicts: [], same: 0 }
  const paths = new Set([...sides.local.keys(), ...sides.remote.entries.keys()])
  for (const path of [...paths].sort()) mergePath(sides, path, merged)
  moveClashes(sides, merged)
  markRenames(merged.changes)

  return merged
}

/** All of the project's differences, including undecided ones. */
export const mineOf = ({ changes, conflicts }: Pick<Merged, 'changes' | 'conflicts'>): Change[] => [
  ...changes,
  ...conflicts.map(({ mine }) => mine),
]

function mergePath(sides: Sides, path: string, merged: Merged): void {
  const local = sides.local.get(path) ?? null
  const remote = sides.remote.entries.get(path) ?? null
  if (local ? isSame(local, remote) : remote === null) {
    merged.same += 1
    return
  }
  const old = sides.ancestor?.listing.entries.get(path) ?? null
  const mine = changeOf(path, local, remote, old)
  // Builders do not support submodules, so their absence means nothing.
  if (remote?.mode === '160000') merged.kept.push({ path, reason: 'submodule' })
  else if (!local && sides.isLeftOut(path)) merged.kept.push({ path, reason: 'only_on_github' })
  else if (isUntouched(sides.ancestor, path, local)) {
    merged.kept.push({ path, reason: keptReason(local, remote) })
  } else if (isLinkOverwritten(local, remote)) {
    merged.conflicts.push({ path, mine, remote, inTheWay: [] })
  } else if (!sides.ancestor || isEqual(remote, old)) merged.changes.push(mine)
  else merged.conflicts.push({ path, mine, remote, inTheWay: [] })
}

const isSame = (local: LocalEntry, remote: Entry | null): boolean =>
  remote !== null && local.sha === remote.sha && (local.mode ?? remote.mode) === remote.mode

/** A source without modes cannot express links, so a changed link becomes a file after confirmation. */
const isLinkOverwritten = (local: LocalEntry | null, remote: Entry | null): boolean =>
  local !== null && local.mode === null && remote?.mode === '120000' && local.sha !== remote.sha

const isEqual = (a: Entry | null, b: Entry | null): boolean =>
  a === null || b === null ? a === b : a.sha === b.sha && a.mode === b.mode

/** Whether the project's path is unchanged since the last sync. */
function isUntouched(ancestor: Ancestor | null, path: string, local: LocalEntry | null): boolean {
  if (!ancestor) return local === null
  const differs = ancestor.differs.get(path)
  if (differs !== undefined) return differs === (local?.sha ?? null)
  const old = ancestor.listing.entries.get(path) ?? null

  return local ? isSame(local, old) : old === null
}

function keptReason(local: LocalEntry | null, remote: Entry | null): KeptReason {
  if (!remote) return 'deleted_on_github'
  return local ? 'newer_on_github' : 'only_on_github'
}

function changeOf(
  path: string,
  local: LocalEntry | null,
  remote: Entry | null,
  old: Entry | null,
): Change {
  if (!local) return { path, kind: 'deleted', before: remote, after: null }
  const after = {
    sha: local.sha,
    size: local.size,
    mode: local.mode ?? fileMode(remote, local) ?? fileMode(old, local) ?? '100644',
  }
  if (!remote) return { path, kind: 'added', before: null, after }

  return { path, kind: remote.sha === local.sha ? 'mode' : 'changed', before: remote, after }
}

/** A link stays a link only with its exact target. */
function fileMode(entry: Entry | null, local: LocalEntry): Mode | null {
  if (!entry || entry.mode === '160000') return null
  return entry.mode === '120000' && entry.sha !== local.sha ? '100644' : entry.mode
}

/**
 * A file cannot replace a folder of the other side: that is a conflict over all files in it. So is a new name
 * that differs only in case from one at GitHub: some file systems cannot store both.
 */
function moveClashes({ remote, local }: Sides, merged: Merged): void {
  const gone = new Set(merged.changes.filter(({ after }) => !after).map(({ path }) => path))
  const staying = [...remote.entries.keys()].filter((path) => !gone.has(path))
  const files = new Set(staying)
  // Limits the question to these folders of a large project.
  const wanted = new Set(mineOf(merged).map(({ path }) => path))
  const folders = new Map<string, string[]>()
  const byCase = new Map<string, string>()
  for (const path of staying) {
    if (!local.has(path)) byCase.set(path.toLowerCase(), path)
    for (const folder of foldersAbove(path)) {
      if (!wanted.has(folder)) continue
      const inside = folders.get(folder)
      if (inside) inside.push(path)
      else folders.set(folder, [path])
    }
  }
  const inTheWayOf = ({ path, after }: Change): string[] => {
    if (!after) return []
    const alike = files.has(path) ? undefined : byCase.get(path.toLowerCase())

    return [
      ...(alike === undefined ? [] : [alike]),
      ...(folders.get(path) ?? []),
      ...foldersAbove(path).filter((folder) => files.has(folder)),
    ]
  }
  for (const conflict of merged.conflicts) conflict.inTheWay = inTheWayOf(conflict.mine)
  merged.changes = merged.changes.filter((mine) => {
    const { path } = mine
    const inTheWay = inTheWayOf(mine)
    if (inTheWay.length === 0) return true
    merged.conflicts.push({ path, mine, remote: remote.entries.get(path) ?? null, inTheWay })
    return false
  })
}

/** A deleted path and an added one with the same content form a rename. */
function markRenames(changes: Change[]): void {
  const gone = new Map<string, Change[]>()
  for (const change of changes) {
    if (change.after || !change.before) continue
    const { sha } = change.before
    gone.set(sha, [...(gone.get(sha) ?? []), change])
  }
  for (const change of changes) {
    if (change.kind !== 'added' || !change.after || change.after.size === 0) continue
    const other = gone.get(change.after.sha)?.shift()
    if (!other) continue
    change.renamedFrom = other.path
    other.renamedTo = change.path
  }
}
