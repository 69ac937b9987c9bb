import { SyncError } from '#errors/sync-error.ts'
import type { Host } from '#host/host.ts'
import { type Operation, openOperation, type Watching } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { blobName } from '#objects/blob-name.ts'
import type { Bytes } from '#objects/bytes.ts'
import { type Repository, repositoryPath } from './target.ts'

/** A file of the branch by its SHA, for the old side of a diff. */
export const readFile = (
  host: Host,
  repository: Repository,
  sha: string,
  watching: Watching = {},
): Promise<Bytes> => readBlob(host, openOperation(watching), repository, sha)

/** The bytes are verified by their SHA. Damaged answers are requested once more. */
export async function readBlob(
  host: Host,
  operation: Operation,
  repository: Repository,
  sha: string,
  file = sha.slice(0, 7),
): Promise<Bytes> {
  const path = `${repositoryPath(repository)}/git/blobs/${sha}`
  for (let attempt = 0; attempt < 2; attempt++) {
    const answer = await host.call(operation, { method: 'GET', path, raw: 'blob' })
    if (answer.status !== 200) throw refusalOf(answer, repository, false)
    if ((await blobName(answer.bytes)) === sha) return answer.bytes
  }
  throw new SyncError('file_damaged', { path: file })
}
