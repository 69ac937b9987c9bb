import { SyncError } from '#errors/sync-error.ts'
import { type Contents, requireContent } from '#files/contents.ts'
import { repositoryPath, type Target } from '#github/target.ts'
import { textAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import type { Bytes } from '#objects/bytes.ts'
import { openRoom } from '#objects/room.ts'
import { base64Json } from './base64-json.ts'

export type NewBlob = { path: string; sha: string; size: number }

/** Equal to the host's parallel requests, to limit memory. */
const AT_ONCE = 4

/** Sends files that do not fit into a tree as text. Reports each after its upload. */
export async function uploadBlobs(
  host: Host,
  operation: Operation,
  target: Target,
  { blobs, contents }: { blobs: readonly NewBlob[]; contents: Contents },
  onArrival: (blob: NewBlob) => Promise<void>,
): Promise<void> {
  const left = blobs.values()
  let hasFailed = false
  const uploadNext = async () => {
    const room = openRoom()
    for (const { path, sha, size } of left) {
      if (hasFailed) return
      try {
        const bytes = await requireContent(contents, path, sha, room)
        await uploadBlob(host, operation, { ...target, path }, { sha, bytes })
      } catch (error) {
        hasFailed = true
        throw error
      }
      await onArrival({ path, sha, size })
    }
  }
  // One failure ends the push, but requests in flight are awaited, so that none continues unseen.
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, uploadNext))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Files from this size on are uploaded individually, because each is in memory twice. */
const ALONE_BYTES = 4_000_000
async function uploadBlob(
  host: Host,
  operation: Operation,
  target: Target & { path: string },
  { sha, bytes }: { sha: string; bytes: Bytes },
): Promise<void> {
  const answer = await host.call(operation, {
    method: 'POST',
    path: `${repositoryPath(target)}/git/blobs`,
    largeJson: base64Json({ encoding: 'base64' }, bytes),
    lane: bytes.length > ALONE_BYTES ? 'one' : 'blob',
  })
  if (answer.status !== 201) throw refusalOf(answer, target, true)
  if (textAt(answer.body, 'sha') !== sha) throw new SyncError('tree_mismatch')
}
