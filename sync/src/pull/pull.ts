import type { Base, Comparison } from '#compare/comparison.ts'
import { findStart } from '#compare/find-start.ts'
import { isLfsPointer } from '#compare/lfs-pointers.ts'
import type { Change } from '#compare/merge-paths.ts'
import { type Sides, sidesOf } from '#compare/sides.ts'
import { SyncError } from '#errors/sync-error.ts'
import type { Contents } from '#files/contents.ts'
import { oddityOf, type SourceFile } from '#files/gather-files.ts'
import { readBlob } from '#github/read-blob.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import type { Bytes } from '#objects/bytes.ts'
import { canPull, planPull, type Staying } from './plan-pull.ts'
import { type PullChoices, settlePull } from './settle-pull.ts'

export type PullOptions = Watching & {
  /** The compared project. */
  contents: Contents
  choices?: PullChoices
  /** Limits of what is read, because all of it is in memory. */
  limits?: { files: number; bytes: number }
}

/** The change to one file of the project. */
export type PulledChange = Pick<Change, 'path' | 'kind'> & {
  /** The SHA of the replaced content; null: the project had no such file. */
  before: string | null
  /** Null deletes the file. */
  file: SourceFile | null
}

export type Pulled = {
  /** The pulled commit. */
  commit: string
  changes: PulledChange[]
  staying: Staying[]
  /** Valid once the changes are written. */
  base: NonNullable<Base>
  counts: { added: number; changed: number; deleted: number }
  requests: number
}

const LIMITS = { files: 5000, bytes: 300_000_000 }

/**
 * Reads the branch's differences and returns the changes to write into the project. It does not change GitHub. Throws `branch_moved` if the
 * branch changed since the review.
 */
export async function pull(
  host: Host,
  comparison: Comparison,
  { contents, choices = {}, limits = LIMITS, ...watching }: PullOptions,
): Promise<Pulled> {
  const operation = openOperation(watching)
  const { commit } = comparison.start
  if (commit === null || !canPull(comparison)) throw new Error('A pull needs a last sync.')
  const sides = sidesOf(comparison)
  const plan = await planPull(comparison, contents)
  const settled = settlePull(comparison, plan, choices)
  refuseTooMany(settled.changes, limits)
  await refuseMoved(host, operation, comparison, commit)
  const read = await readIncoming(host, operation, comparison, settled.changes, contents)
  const staying = [...settled.staying, ...read.staying]

  return {
    commit,
    changes: read.changes,
    staying,
    base: { commit, differs: differsOf(sides, [...staying, ...settled.envStaying]) },
    counts: countsOf(read.changes),
    requests: operation.requests,
  }
}

function refuseTooMany(changes: readonly Change[], limits: { files: number; bytes: number }): void {
  const sizes = new Map(
    changes.flatMap(({ after }) => (after ? [[after.sha, after.size ?? 0]] : [])),
  )
  const size = [...sizes.values()].reduce((sum, one) => sum + one, 0)
  if (sizes.size > limits.files || size > limits.bytes) {
    throw new SyncError('changes_too_large', { count: sizes.size, size })
  }
}

async function refuseMoved(
  host: Host,
  operation: Operation,
  { target }: Comparison,
  commit: string,
): Promise<void> {
  const { start } = await findStart(host, operation, target, { base: { commit, differs: {} } })
  const { branch } = target
  if (start.commit === null) throw new SyncError('branch_missing', { branch })
  if (start.commit !== commit) throw new SyncError('branch_moved', { branch })
}

type Read = { changes: PulledChange[]; staying: Staying[] }

async function readIncoming(
  host: Host,
  operation: Operation,
  { target }: Comparison,
  changes: readonly Change[],
  contents: Contents,
): Promise<Read> {
  const wanted = new Map(changes.flatMap(({ path, after }) => (after ? [[after.sha, path]] : [])))
  let bytesRead = 0
  const blobs = new Map<string, Bytes>()
  const report = () =>
    operation.report({ phase: 'reading', done: blobs.size, all: wanted.size, bytes: bytesRead })
  report()
  await Promise.all(
    [...wanted].map(async ([sha, path]) => {
      // A file renamed at GitHub still has its old name in the project.
      const bytes = (await contents(sha)) ?? (await readBlob(host, operation, target, sha, path))
      operation.throwIfCancelled()
      blobs.set(sha, bytes)
      bytesRead += bytes.length
      report()
    }),
  )
  const read: Read = { changes: [], staying: [] }
  for (const change of changes) await place(read, change, blobs, contents)

  return read
}

/** Some reasons to skip a file only follow from its content. */
async function place(
  read: Read,
  { path, kind, before, after }: Change,
  blobs: ReadonlyMap<string, Bytes>,
  contents: Contents,
): Promise<void> {
  const bytes = after && (blobs.get(after.sha) ?? null)
  const file = after && bytes && { path, bytes, mode: after.mode }
  const odd = file && oddityOf(file)
  if (odd) read.staying.push({ path, reason: odd })
  else if (before && isLfsPointer(bytes) && !isLfsPointer(await contents(before.sha))) {
    // The project has the real file, which a pointer must not replace.
    read.staying.push({ path, reason: 'lfs' })
  } else read.changes.push({ path, kind, before: before?.sha ?? null, file })
}

/** Skipped differences count as unchanged, so that no push proposes them. */
function differsOf(
  { entries, remote }: Sides,
  staying: readonly { path: string }[],
): Record<string, string | null> {
  const differs = staying.flatMap(({ path }): [string, string | null][] => {
    const here = entries.get(path)?.sha ?? null
    return here === (remote.entries.get(path)?.sha ?? null) ? [] : [[path, here]]
  })
  return Object.fromEntries(differs)
}

function countsOf(changes: readonly PulledChange[]): Pulled['counts'] {
  const count = (...kinds: string[]) => changes.filter(({ kind }) => kinds.includes(kind)).length

  return { added: count('added'), changed: count('changed', 'mode'), deleted: count('deleted') }
}
