import { SyncError } from '#errors/sync-error.ts'
import { repositoryPath, type Target } from '#github/target.ts'
import { textAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { type Bytes, toBase64 } from '#objects/bytes.ts'

export type Blob = { path: string; sha: string; bytes: Bytes }

/** Sends files that do not fit into a tree as text. Each is named once it has arrived. */
export async function uploadBlobs(
  host: Host,
  operation: Operation,
  target: Target,
  blobs: readonly Blob[],
  onArrival: (blob: Blob) => void,
): Promise<void> {
  // One failure ends the push, but requests already in flight are waited for: nothing goes on unseen.
  const outcomes = await Promise.allSettled(
    blobs.map(async (blob) => {
      await uploadBlob(host, operation, target, blob)
      onArrival(blob)
    }),
  )
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function uploadBlob(
  host: Host,
  operation: Operation,
  target: Target,
  { path, sha, bytes }: Blob,
): Promise<void> {
  const answer = await host.call(operation, {
    method: 'POST',
    path: `${repositoryPath(target)}/git/blobs`,
    json: { content: toBase64(bytes), encoding: 'base64' },
    lane: 'blob',
  })
  if (answer.status !== 201) throw refusalOf(answer, { ...target, path }, true)
  if (textAt(answer.body, 'sha') !== sha) throw new SyncError('tree_mismatch')
}
