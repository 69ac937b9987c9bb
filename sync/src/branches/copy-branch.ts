import { findStart } from '#compare/find-start.ts'
import { SyncError } from '#errors/sync-error.ts'
import { type Contents, contentsOf } from '#files/contents.ts'
import { refuseNames, type Target } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import { editTree } from '#objects/edit-tree.ts'
import { EMPTY_LISTING, type Entry, type Listing } from '#objects/listing.ts'
import { moveBranch } from '#push/move-branch.ts'
import { pushPack } from '#push/push-pack.ts'
import { sendCommit } from '#push/send-commit.ts'
import type { BranchFiles } from './read-branch.ts'

type CopyOptions = Watching & { created: { defaultBranch: string }; message: string }

/** Copies a branch's files as one commit into a new repository, with an identical tree. */
export async function copyBranch(
  host: Host,
  { files, listing }: BranchFiles,
  target: Target,
  { created, message, ...watching }: CopyOptions,
): Promise<{ commit: string; tree: string; requests: number }> {
  refuseNames(target)
  const operation = openOperation(watching)
  const { start, repository } = await findStart(host, operation, target, { base: null, created })
  const tree = listing.root
  if (start.commit === null || tree === null) throw new SyncError('project_empty')

  const copy = { ...repository, branch: created.defaultBranch }
  const copying = {
    target: copy,
    head: start.commit,
    listing,
    contents: contentsOf({ files }),
    tree,
    message,
  }
  const packed = host.can.packs ? await copyByPack(host, operation, copying) : 'refused'
  const commit = packed === 'refused' ? await copyByRest(host, operation, copying) : packed
  if (commit === null) throw new SyncError('branch_moved', { branch: copy.branch })
  return { commit, tree, requests: operation.requests }
}

type Copying = {
  target: Target
  head: string
  listing: Listing
  contents: Contents
  tree: string
  message: string
}

/** One request; the API would take minutes for many images. */
async function copyByPack(
  host: Host,
  operation: Operation,
  copying: Copying,
): Promise<string | null | 'refused'> {
  const { target, head, listing, contents, tree, message } = copying
  const { listing: built, trees } = await editTree(EMPTY_LISTING, withStoredModes(listing))
  // JSON cannot represent a name, so the tree cannot be rebuilt.
  if (built.root !== tree) return 'refused'
  const outcome = await pushPack(host, operation, {
    target,
    parent: head,
    head,
    edits: listing.entries,
    contents,
    there: new Set(),
    tree,
    trees,
    message,
  })
  if (outcome.kind === 'done') return outcome.commit
  return outcome.kind === 'moved' ? null : 'refused'
}

/** Obsolete modes belong to the tree, and only git's own protocol accepts them. */
const withStoredModes = ({ entries }: Listing) =>
  new Map(
    [...entries].map(([path, entry]) => [
      path,
      { ...entry, mode: (entry.storedMode ?? entry.mode) as Entry['mode'] },
    ]),
  )

async function copyByRest(
  host: Host,
  operation: Operation,
  copying: Copying,
): Promise<string | null> {
  const { target, head, listing, contents, tree, message } = copying
  const commit = await sendCommit(host, operation, {
    target,
    parent: head,
    baseTree: null,
    edits: listing.entries,
    contents,
    there: new Set(),
    arrived: new Set(),
    sentBefore: 0,
    expectedRoot: tree,
    message,
  })
  const isDone = await moveBranch(host, operation, { target, commit, head, isNew: false })
  return isDone ? commit : null
}
