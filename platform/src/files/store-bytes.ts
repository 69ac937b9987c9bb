import { createHash, randomUUID } from 'node:crypto'
import { fileTooLarge } from './errors.ts'
import type { Files } from './files.ts'
import { inBatches } from './in-batches.ts'

export type Stored = { version: string; size: number; md5: string }

type Checks = {
  maxBytes: number
  /** Checks the first bytes before any are stored; throws to refuse. */
  lookAt(head: Uint8Array): void
}

/**
 * Stores the stream as a version that no file uses yet. It holds only a few batches in memory; an aborted, oversized or refused upload
 * leaves no data.
 */
export async function storeBytes(
  { bytes: home }: Pick<Files, 'bytes'>,
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, lookAt }: Checks,
): Promise<Stored> {
  const version = randomUUID()
  const hash = createHash('md5')
  let size = 0
  let isFirst = true

  async function* checked() {
    for await (const batch of inBatches(bytes)) {
      size += batch.length
      if (size > maxBytes) throw fileTooLarge()
      hash.update(batch)
      if (isFirst) lookAt(batch)
      isFirst = false
      yield batch
    }
  }

  try {
    await home.write(version, checked())
  } catch (error) {
    // If this fails too, the clean-up deletes it.
    await home.discard(version).catch(() => {})
    throw error
  }

  return { version, size, md5: hash.digest('hex') }
}
