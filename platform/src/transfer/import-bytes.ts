import { serverSql } from '#db/server-sql.ts'
import type { Files } from '#files/files.ts'
import { isBucketName, isFileName } from '#files/names.ts'
import { type Stored, storeBytes } from '#files/store-bytes.ts'
import {
  type AwaitedFile,
  awaitedAfter,
  countAwaited,
  dropAwaited,
  hasAwaitedFiles,
  publishAwaited,
} from './awaited-files.ts'
import type { Report } from './report.ts'

/** The bytes of a file, and the MD5 that their source tells; null: it has no such file. */
type SourceFile = { bytes: AsyncIterable<Uint8Array>; md5: string | null } | null

/** Where the bytes come from. */
export type FileSource = (bucket: string, name: string) => Promise<SourceFile>

type Needs = Pick<Files, 'db' | 'bytes'>

const AT_ONCE = 4
const PORTION = 500
const TRIES = 3
const MD5 = /^"?([0-9a-f]{32})"?$/

/** Fetches the bytes that are awaited. Each file is published alone, so that a further call goes on where this one ended. */
export async function importBytes(
  needs: Needs,
  source: FileSource | null,
  report: Report,
): Promise<void> {
  const sql = serverSql(needs.db)
  if (!(await hasAwaitedFiles(sql))) return
  if (!source) {
    const because = 'run the same command again with --storage and --key'
    return report.add('left out', 'files', { count: await countAwaited(sql), because })
  }

  for (let last = { bucket: '', name: '' }; ; ) {
    const files = await awaitedAfter(sql, last, PORTION)
    const end = files.at(-1)
    if (!end) break
    last = end
    const waiting = [...files]
    const work = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        await importFile(needs, source, file, report)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  if ((await countAwaited(sql)) === 0) await dropAwaited(sql)
}

async function importFile(
  needs: Needs,
  source: FileSource,
  file: AwaitedFile,
  report: Report,
): Promise<void> {
  const { bucket, name } = file
  const refuse = (because: string) => report.add('left out', `file ${bucket}/${name}`, { because })
  if (!isFileName(name) || !isBucketName(bucket)) return refuse('its name is not allowed here')

  for (let tried = 1; ; tried++) {
    const outcome = await fetchFile(needs, source, file).catch((error: unknown) => messageOf(error))
    if (outcome === null) return refuse('the source does not have it')
    if (typeof outcome !== 'string') {
      await publishAwaited(needs.db, file, outcome)
      report.add('carried', 'files')
      if (outcome.isChanged) {
        report.add('changed', `file ${bucket}/${name}`, { because: 'newer than the dump' })
      }
      return
    }
    if (tried === TRIES) return refuse(outcome)
  }
}

/** What was stored, null where there is nothing, or a reason why it may not be published. */
async function fetchFile(
  needs: Needs,
  source: FileSource,
  { bucket, name, facts }: AwaitedFile,
): Promise<(Stored & { isChanged: boolean }) | null | string> {
  const found = await source(bucket, name)
  if (!found) return null
  const options = { maxBytes: Number.MAX_SAFE_INTEGER, lookAt() {} }
  const stored = await storeBytes(needs, found.bytes, options)
  const { size, eTag } = JSON.parse(facts.metadata ?? '{}') as { size?: number; eTag?: string }
  const md5 = MD5.exec(eTag ?? '')?.[1] ?? null
  const isAsInDump =
    (size === undefined || size === stored.size) && (md5 === null || md5 === stored.md5)
  if (isAsInDump) return { ...stored, isChanged: false }
  // Uploaded anew after the dump was written: then the source says so itself.
  if (found.md5 === stored.md5) return { ...stored, isChanged: true }

  await needs.bytes.discard(stored.version)
  return 'its bytes differ from what the dump says'
}

const messageOf = (error: unknown) =>
  `its download failed: ${error instanceof Error ? error.message : error}`
