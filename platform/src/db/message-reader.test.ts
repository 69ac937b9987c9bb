import { expect, test } from 'vitest'
import { messageReader } from './message-reader.ts'

const MESSAGES = ['Z5', 'Dlonger than a header', 'C', 'D'].map(message)

test.each([1, 3, 5, 6, 7, 100])(
  'messages are whole, however the stream is cut: every %i bytes',
  (size) => {
    const stream = Buffer.concat(MESSAGES)
    const read: Buffer[] = []
    const take = messageReader((bytes, start, end) => {
      read.push(Buffer.from(bytes.subarray(start, end)))
    })

    // The next read overwrites the buffer, as a socket's does.
    const buffer = Buffer.alloc(size)
    for (let at = 0; at < stream.length; at += size) {
      take(buffer.subarray(0, stream.copy(buffer, 0, at)))
    }

    expect(read).toEqual(MESSAGES)
  },
)

function message(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length + 3)

  return Buffer.concat([Buffer.from(text.slice(0, 1)), length, Buffer.from(text.slice(1))])
}
