import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Memory } from '#runtime/memory.ts'
import type { Place } from '#runtime/place.ts'
import type { Keys } from './signature.ts'

/** Bytes in a file of their own, of an object or of a part. */
export type Blob = { file: string; size: number; md5: string; sha256: string }

export type StoredObject = Blob & { tag: string; type: string; at: string }

export type Upload = {
  id: string
  key: string
  type: string
  at: string
  parts: Record<string, Blob>
}

export type State = {
  /** null: it does not exist. */
  bucket: string | null
  keys: Keys
  objects: Record<string, StoredObject>
  uploads: Upload[]
}

export type S3Memory = Memory<State> & {
  /** Stores a stream; nothing refers to it yet. */
  keep(bytes: AsyncIterable<Uint8Array>): Promise<Blob>
  /** Stores several blobs as one. */
  join(blobs: readonly Blob[]): Promise<Blob>
  read(blob: Blob, from: number, to: number): Readable
  drop(blobs: readonly Blob[]): Promise<void>
}

export const BUCKET = 'gitferry-local'

/** Used without real credentials. */
export const KEYS: Keys = {
  accessKey: 'GITFERRYLOCALKEY',
  secretKey: 'gitferry-local-secret-key',
  region: 'local',
}

export function openS3Memory(place: Place): S3Memory {
  const folder = join(place.folder, 'blobs')
  const fresh = (): State => ({ bucket: BUCKET, keys: KEYS, objects: {}, uploads: [] })
  const memory = place.open<State>('s3.json', fresh)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (file: string) => join(folder, file)

  const keep: S3Memory['keep'] = async (bytes) => {
    const file = randomUUID()
    const [md5, sha256] = [createHash('md5'), createHash('sha256')]
    const target = await open(pathOf(file), 'w', 0o600)
    let size = 0
    try {
      for await (const piece of bytes) {
        md5.update(piece)
        sha256.update(piece)
        size += piece.length
        await target.write(piece)
      }
    } catch (error) {
      await rm(pathOf(file), { force: true })
      throw error
    } finally {
      await target.close()
    }
    return { file, size, md5: md5.digest('hex'), sha256: sha256.digest('hex') }
  }

  place.keep({
    async reset() {
      await rm(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    },
  })

  return Object.assign(memory, {
    keep,
    join: (blobs: readonly Blob[]) => keep(allOf(blobs.map(({ file }) => pathOf(file)))),
    read: ({ file, size }: Blob, from: number, to: number) =>
      size === 0 ? Readable.from([]) : createReadStream(pathOf(file), { start: from, end: to }),
    drop: async (blobs: readonly Blob[]) => {
      await Promise.all(blobs.map(({ file }) => rm(pathOf(file), { force: true })))
    },
  })
}

async function* allOf(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) yield* createReadStream(file) as AsyncIterable<Buffer>
}
