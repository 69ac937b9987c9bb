import type { FileSet, SourceFile } from '@app/sync/read-files'
import { readZip } from '@app/sync/read-zip'
import { type Facts, SyncError, type SyncErrorCode } from '@app/sync/sync-error'
import { writeZip } from '@app/sync/write-zip'

export type ArchiveTask =
  | { kind: 'read'; bytes: SourceFile['bytes'] }
  | { kind: 'write'; files: SourceFile[]; now: number }

export type ArchiveAnswer =
  | { kind: 'files'; set: FileSet }
  | { kind: 'bytes'; bytes: SourceFile['bytes'] }
  | { kind: 'failure'; code: SyncErrorCode; facts: Facts }

// Unpacking and packing a large project takes seconds, which would block the page.
self.onmessage = ({ data }: MessageEvent<ArchiveTask>) => {
  const answer = answerTo(data)
  self.postMessage(answer, { transfer: buffersOf(answer) })
}

function answerTo(task: ArchiveTask): ArchiveAnswer {
  try {
    return task.kind === 'read'
      ? { kind: 'files', set: readZip(task.bytes) }
      : { kind: 'bytes', bytes: writeZip(task.files, task.now) }
  } catch (error) {
    if (!(error instanceof SyncError)) throw error
    return { kind: 'failure', code: error.code, facts: error.facts }
  }
}

/** Several files may share a buffer, which can be transferred only once. */
function buffersOf(answer: ArchiveAnswer): ArrayBuffer[] {
  if (answer.kind === 'bytes') return [answer.bytes.buffer]
  if (answer.kind === 'failure') return []

  return [...new Set(answer.set.files.map(({ bytes }) => bytes.buffer))]
}
