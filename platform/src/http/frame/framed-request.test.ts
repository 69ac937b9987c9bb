import { expect, onTestFinished, test } from 'vitest'
import type { FramedResponse } from './framed-request.ts'
import { listen } from './listen.ts'

const FRAME = ['cache-control', 'no-store', 'x-frame', 'all', 'x-frame', 'twice']

const WAYS: Record<string, (outgoing: FramedResponse) => void> = {
  'an object': (outgoing) =>
    outgoing.writeHead(201, { 'Cache-Control': 'public', 'set-cookie': ['a=1', 'b=2'] }),
  'a list': (outgoing) =>
    outgoing.writeHead(201, ['Cache-Control', 'public', 'set-cookie', 'a=1', 'set-cookie', 'b=2']),
  'single headers': (outgoing) => {
    outgoing.setHeader('Cache-Control', 'public')
    outgoing.setHeader('set-cookie', ['a=1', 'b=2'])
    outgoing.writeHead(201)
  },
  'single headers and an object': (outgoing) => {
    outgoing.setHeader('set-cookie', ['a=1', 'b=2'])
    outgoing.writeHead(201, { 'cache-control': 'public' })
  },
}

test.each(Object.keys(WAYS))(
  'an answer with %s has its own headers, and those of the frame that it does not set',
  async (way) => {
    const { status, headers } = await answerOf((outgoing) => {
      WAYS[way]?.(outgoing)
      outgoing.end('here')
    })

    expect(status).toBe(201)
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(headers.get('cache-control')).toBe('public')
    expect(headers.get('x-frame')).toBe('all')
  },
)

test('an answer without headers of its own has those of the frame', async () => {
  const { headers } = await answerOf((outgoing) => outgoing.end('here'))

  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-length')).toBe('4')
})

async function answerOf(answer: (outgoing: FramedResponse) => void): Promise<Response> {
  const serve = (_incoming: unknown, outgoing: FramedResponse) => {
    outgoing.frameHeaders.push(...FRAME)
    answer(outgoing)
  }
  const { port, drain } = await listen(serve, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => drain())

  return fetch(`http://127.0.0.1:${port}/`)
}
