import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { streamOf } from './stream-of.ts'

const bytes = (piece: string) => new TextEncoder().encode(piece)

test('pieces come in order, and each is made when the one before it was taken', async () => {
  const made: string[] = []
  async function* pieces() {
    for (const piece of ['a', 'b', 'c', 'd']) {
      made.push(piece)
      yield bytes(piece)
    }
  }

  const stream = await streamOf(pieces(), { warn: vi.fn() })
  const madeBefore = [...made]

  expect(await text(stream)).toBe('abcd')
  expect(madeBefore).toEqual(['a'])
})

test('what cuts a stream off is told to the log alone', async () => {
  const warn = vi.fn()
  const failure = new Error('row 7 is broken')
  async function* pieces() {
    yield bytes('a')
    throw failure
  }

  const reading = text(await streamOf(pieces(), { warn }))

  await expect(reading).rejects.toThrow('The answer was cut off')
  expect(warn).toHaveBeenCalledWith({ err: failure }, 'answer cut off')
})

test('a failure before the first piece can still be an error', async () => {
  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    yield await Promise.reject(new Error('nobody may read this'))
  }

  await expect(streamOf(pieces(), { warn: vi.fn() })).rejects.toThrow('nobody may read this')
})

test('a reader who leaves ends the making', async () => {
  const ended = vi.fn()
  async function* pieces() {
    try {
      for (;;) yield bytes('a')
    } finally {
      ended()
    }
  }

  const reader = (await streamOf(pieces(), { warn: vi.fn() })).getReader()
  await reader.read()
  await reader.cancel()

  expect(ended).toHaveBeenCalledOnce()
})
