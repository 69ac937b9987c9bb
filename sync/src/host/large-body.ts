import type { Bytes } from '#objects/bytes.ts'

/** A request too large for one text. It is produced in portions while being sent, and again for each attempt. */
export type LargeBody = {
  /** In bytes; for compressed data, the maximum. */
  size: number
  /** Each portion is valid until the next one is requested, because its buffer is reused. */
  portions(): AsyncIterable<Bytes> | Iterable<Bytes>
}

/**
 * How many portions a sender may hold. Node reads one ahead, because `fetch` clones the request; a portion overwritten too early would
 * change the SHA.
 */
const COPIES = 4

/** Few portions are in memory, in reused buffers: new ones would stay until garbage collection. */
export function streamOf(body: LargeBody): ReadableStream {
  const portions = eachPortion(body)
  const copies: Bytes[] = []
  let count = 0
  const copyOf = (portion: Bytes): Bytes => {
    const place = count++ % COPIES
    let copy = copies[place]
    if (!copy || copy.length < portion.length) copy = new Uint8Array(portion.length)
    copies[place] = copy
    copy.set(portion)
    return copy.subarray(0, portion.length)
  }
  const source = {
    async pull(controller: { enqueue(bytes: Bytes): void; close(): void }) {
      const { value } = await portions.next()
      if (value) controller.enqueue(copyOf(value))
      else controller.close()
    },
    async cancel() {
      await portions.return(undefined)
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

/** The parts of a Blob are not joined, because they are outside the program's memory. */
export async function blobOf(body: LargeBody): Promise<Blob> {
  const parts: Blob[] = []
  for await (const portion of body.portions()) parts.push(new Blob([portion]))

  return new Blob(parts)
}

async function* eachPortion(body: LargeBody): AsyncGenerator<Bytes, undefined> {
  yield* body.portions()
}
