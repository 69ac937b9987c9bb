import type { FileSet, SourceFile } from '@app/sync/read-files'
import { SyncError } from '@app/sync/sync-error'
import type { ArchiveAnswer, ArchiveTask } from './archive-worker.ts'
import workerAddress from './archive-worker.ts?worker&url'

/** Throws a `SyncError` that describes the archive's problem. */
export async function readArchive(file: Blob): Promise<FileSet> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const answer = await ask({ kind: 'read', bytes }, [bytes.buffer])
  if (answer.kind !== 'files') throw new Error('unexpected answer of the archive worker')

  return answer.set
}

export async function writeArchive(files: SourceFile[], now: number): Promise<Blob> {
  const answer = await ask({ kind: 'write', files, now })
  if (answer.kind !== 'bytes') throw new Error('unexpected answer of the archive worker')

  return new Blob([answer.bytes], { type: 'application/zip' })
}

/** One worker per task, so that its memory is freed at the end. */
function ask(task: ArchiveTask, transfer: ArrayBuffer[] = []): Promise<ArchiveAnswer> {
  const worker = new Worker(trusted(workerAddress), { type: 'module' })

  return new Promise<ArchiveAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ArchiveAnswer>) =>
      data.kind === 'failure' ? reject(new SyncError(data.code, data.facts)) : resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(task, transfer)
  }).finally(() => worker.terminate())
}

type Policy = { createScriptURL: (address: string) => string }

declare const trustedTypes:
  | undefined
  | {
      createPolicy: (name: string, rules: Policy) => Policy
    }

let policy: Policy | undefined

/** The page's policy allows only trusted worker URLs; this one is a build constant. */
function trusted(address: string): string {
  if (typeof trustedTypes === 'undefined') return address
  policy ??= trustedTypes.createPolicy('simulator-worker', {
    createScriptURL: (only) => (only === workerAddress ? only : ''),
  })
  return policy.createScriptURL(address)
}
