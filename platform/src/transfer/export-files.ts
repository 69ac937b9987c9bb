import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Database, theServer } from '#db/database.ts'
import type { Files } from '#files/files.ts'
import { isBucketName, isFileName } from '#files/names.ts'
import { pathOfFile } from './file-paths.ts'
import type { Report } from './report.ts'

type Needs = Pick<Files, 'db' | 'bytes'>

type StoredFile = {
  bucket: string
  name: string
  version: string
  size: string | null
  md5: string | null
  is_folder: boolean
}

const PORTION = 500

/** Writes the bytes of all files below a folder, by bucket and name. */
export async function exportFiles(needs: Needs, folder: string, report: Report): Promise<void> {
  for (let last = { bucket: '', name: '' }; ; ) {
    const files = await filesAfter(needs.db, last)
    const end = files.at(-1)
    if (!end) return
    last = end
    for (const file of files) {
      const failure = await exportFile(needs, folder, file)
      if (failure === null) report.add('carried', 'files')
      else report.add('left out', `file ${file.bucket}/${file.name}`, { because: failure })
    }
  }
}

async function filesAfter(
  db: Database,
  { bucket, name }: { bucket: string; name: string },
): Promise<StoredFile[]> {
  const { rows } = await db.ask<StoredFile>(theServer, {
    text: `select bucket_id as bucket, name, object.version, size::text, md5,
                  exists (select from storage.objects as below
                           where below.bucket_id = object.bucket_id
                             and below.name collate "C" > object.name || '/' and starts_with(below.name, object.name || '/')) as is_folder
             from storage.objects as object
             left join storage_private.versions on versions.version::text = object.version
            where (bucket_id, name) > ($1, $2) order by bucket_id, name limit $3`,
    values: [bucket, name, PORTION],
  })

  return rows
}

/** null, or why it could not be written. */
async function exportFile(
  { bytes }: Needs,
  folder: string,
  file: StoredFile,
): Promise<string | null> {
  const { bucket, name, version, size, md5, is_folder: isFolderToo } = file
  if (!isBucketName(bucket) || !isFileName(name)) return 'its name is not allowed'
  if (size === null) return 'it has no bytes'
  const path = join(folder, pathOfFile(bucket, name, isFolderToo))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  const hash = createHash('md5')
  try {
    const stretch = { from: 0, to: Number(size) - 1 }
    for await (const piece of size === '0' ? [] : bytes.read(version, stretch)) {
      hash.update(piece)
      await handle.write(piece)
    }
  } finally {
    await handle.close()
  }

  return md5 === null || md5 === hash.digest('hex') ? null : 'its bytes are damaged'
}
