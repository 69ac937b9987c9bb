import { INLINE_BYTES } from '#compare/cost.ts'
import { SyncError } from '#errors/sync-error.ts'
import { type Contents, requireContent } from '#files/contents.ts'
import type { Target } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { textOf } from '#objects/bytes.ts'
import type { Entry } from '#objects/listing.ts'
import { createCommit } from './create-commit.ts'
import { type NewBlob, uploadBlobs } from './upload-blobs.ts'
import { BlobsMissing, type TreeLine, writeTree } from './write-tree.ts'

export type Sending = {
  target: Target
  parent: string
  /** Null: the new tree replaces everything. */
  baseTree: string | null
  edits: ReadonlyMap<string, Entry | null>
  contents: Contents
  /** Blobs that the repository contains. */
  there: Set<string>
  /** Uploaded blobs that no tree contains yet. */
  arrived: Set<string>
  /** Files of this push uploaded before, for the progress. */
  sentBefore: number
  expectedRoot: string
  message: string
  /** Awaited before the step. */
  onStep?: (step: 'uploading' | 'tree' | 'commit') => Promise<void>
}

/** Sends files, tree and commit, which are not yet visible. Throws if GitHub's tree differs from the expected one. */
export async function sendCommit(
  host: Host,
  operation: Operation,
  sending: Sending,
): Promise<string> {
  const tree = await sendTree(host, operation, sending)
  if (tree !== sending.expectedRoot) throw new SyncError('tree_mismatch')
  operation.report({ phase: 'committing', done: 0, all: 2, bytes: 0 })
  const { target, parent, message } = sending
  await sending.onStep?.('commit')
  const commit = await createCommit(host, operation, target, { message, tree, parents: [parent] })
  operation.report({ phase: 'committing', done: 1, all: 2, bytes: 0 })

  return commit
}

/** GitHub drops blobs that no tree contains; these are sent once more. */
async function sendTree(host: Host, operation: Operation, sending: Sending): Promise<string> {
  try {
    return await sendOnce(host, operation, sending)
  } catch (error) {
    if (!(error instanceof BlobsMissing)) throw error
    for (const sha of error.shas) {
      sending.arrived.delete(sha)
      sending.there.delete(sha)
    }
  }
  try {
    return await sendOnce(host, operation, sending)
  } catch (error) {
    throw error instanceof BlobsMissing ? new SyncError('github_unavailable') : error
  }
}

async function sendOnce(host: Host, operation: Operation, sending: Sending): Promise<string> {
  const { target, baseTree, edits, contents, arrived } = sending
  const { texts, blobs } = await sortFiles(sending)
  const sent = new Set<string>()
  const paths = pathsBySha(edits)
  let [blobsSent, bytes] = [0, 0]
  const report = (arrivedSha?: string) =>
    operation.report({
      phase: 'uploading',
      done: sending.sentBefore + sent.size,
      all: sending.sentBefore + edits.size,
      bytes,
      ...(arrivedSha !== undefined && { arrived: arrivedSha }),
    })
  report()
  await uploadBlobs(host, operation, target, { blobs, contents }, async (blob) => {
    arrived.add(blob.sha)
    for (const path of paths.get(blob.sha) ?? []) sent.add(path)
    blobsSent += 1
    bytes += blob.size
    report(blob.sha)
    if (blobsSent % BLOBS_PER_NOTE === 0) await sending.onStep?.('uploading')
  })
  await sending.onStep?.('tree')

  return writeTree(host, operation, {
    target,
    baseTree,
    lines: treeLines(edits, texts),
    onWritten: (lines) => {
      for (const { path, content } of lines) {
        sent.add(path)
        if (content !== undefined) bytes += edits.get(path)?.size ?? 0
      }
      report()
    },
  })
}

/** After a crash at most this many are sent again. */
const BLOBS_PER_NOTE = 10

function pathsBySha(edits: Sending['edits']): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const [path, after] of edits) {
    if (!after) continue
    const same = paths.get(after.sha)
    if (same) same.push(path)
    else paths.set(after.sha, [path])
  }
  return paths
}

/** Small texts are sent within the tree, other files separately before. */
async function sortFiles({ edits, contents, there, arrived }: Sending) {
  const texts = new Map<string, string>()
  const blobs = new Map<string, NewBlob>()
  for (const [path, after] of edits) {
    if (!after || after.mode === '160000' || there.has(after.sha)) continue
    const { sha, size = 0 } = after
    if (texts.has(sha) || blobs.has(sha) || arrived.has(sha)) continue
    const isSmall = size <= INLINE_BYTES
    const text = isSmall ? textOf(await requireContent(contents, path, sha)) : null
    if (text === null) blobs.set(sha, { path, sha, size })
    else texts.set(sha, text)
  }
  return { texts, blobs: [...blobs.values()] }
}

/** The edits in GitHub's format: deletions first, so that folders and files can replace each other. */
function treeLines(
  edits: ReadonlyMap<string, Entry | null>,
  /** Contents sent as text, by SHA. */
  texts: ReadonlyMap<string, string>,
): TreeLine[] {
  const deletions: TreeLine[] = []
  const files: TreeLine[] = []
  for (const [path, after] of edits) {
    if (!after) {
      deletions.push({ path, mode: '100644', type: 'blob', sha: null })
      continue
    }
    const { mode, sha } = after
    const content = texts.get(sha)
    files.push(
      content === undefined
        ? { path, mode, type: mode === '160000' ? 'commit' : 'blob', sha }
        : { path, mode, type: 'blob', content },
    )
  }
  return [...deletions, ...files]
}
