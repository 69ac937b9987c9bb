import type { Bytes } from '#objects/bytes.ts'

/** A request too large for one text. It is made in portions while it is sent, and anew for each attempt. */
export type LargeBody = {
  /** In bytes; of what is compressed meanwhile, the most it can be. */
  size: number
  /** Each portion holds until the next one is asked for: its buffer is used again. */
  portions(): AsyncIterable<Bytes> | Iterable<Bytes>
}

/**
 * How many portions a sender may have at once. Node reads one ahead, because `fetch` clones the request; the name of what
 * arrived would show a portion that changed too early.
 */
const COPIES = 4

/** Few portions are in memory at a time, in buffers that are used again: new ones would stay until garbage is collected. */
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

/** The parts of a Blob are not joined: they lie outside of the program's own memory. */
export async function blobOf(body: LargeBody): Promise<Blob> {
  const parts: Blob[] = []
  for await (const portion of body.portions()) parts.push(new Blob([portion]))

  return new Blob(parts)
}

async function* eachPortion(body: LargeBody): AsyncGenerator<Bytes, undefined> {
  yield* body.portions()
}
