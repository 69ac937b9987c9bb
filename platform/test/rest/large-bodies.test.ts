import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { useCatalog } from './rest-server.ts'

const { ask, url, serveWith } = useCatalog()

const LARGE = 400_000
const JSON_TYPE = { 'content-type': 'application/json' }
const CSV = { 'content-type': 'text/csv' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const filled = 'x'.repeat(LARGE)
const KEYS = Array.from({ length: 100_000 }, (_, i) => `"key_${i}_${'x'.repeat(100)}":1`).join(',')

test('a small request that comes after a large body is answered before it', async () => {
  // Without its end, so that nothing but its parsing is waited for.
  const large = await opened(`{${KEYS}`)
  const small = await opened('')
  const answers: string[] = []
  const note = (name: string, socket: Socket) =>
    text(socket).then((answer) => {
      answers.push(name)
      return answer.split('\r\n')[0]
    })
  const all = Promise.all([note('large', large), note('small', small)])

  large.write(',')
  small.write('GET /no_table HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')

  expect(await all).toEqual(['HTTP/1.1 400 Bad Request', 'HTTP/1.1 404 Not Found'])
  expect(answers).toEqual(['small', 'large'])
})

test.each([
  ['JSON without an end', JSON_TYPE, (pad: string) => `{"topic":"${pad}"`, 400],
  [
    'bytes that are no text',
    JSON_TYPE,
    (pad: string) => Buffer.from(`"${pad}\xff"`, 'latin1'),
    400,
  ],
  ['rows of different keys', JSON_TYPE, (pad: string) => `[{"topic":"${pad}"},{"note":""}]`, 400],
  ['an unknown column', JSON_TYPE, (pad: string) => `{"topic":"${pad}","no":1}`, 400],
  ['a NUL', JSON_TYPE, (pad: string) => `{"topic":"${pad}\\u0000"}`, 400],
  ['CSV with a field too many', CSV, (pad: string) => `topic\n${pad},b`, 400],
  ['a type that is not taken', { 'content-type': 'image/png' }, (pad: string) => pad, 400],
])('a large body with %s is refused as a small one is', async (_what, headers, body, status) => {
  const small = await ask('/notes', { body: body('x'), headers })
  const large = await ask('/notes', { body: body(filled), headers })

  expect(large.status).toBe(status)
  expect([large.status, large.text]).toEqual([small.status, small.text])
})

test('a form of more fields than a statement takes is refused', async () => {
  const body = `glue=-&${'words=a&'.repeat(30_000)}`

  const called = await ask('/rpc/join_words', { body, headers: FORM })

  expect([called.status, called.body]).toEqual([
    413,
    expect.objectContaining({ code: 'body_too_large', details: null, hint: null }),
  ])
})

test.each([
  ['plain', filled],
  ['wide', '龜🐢'.repeat(LARGE / 4)],
  ['escaped', '"\\\n'.repeat(LARGE / 4)],
])('large %s text goes in and comes out unchanged', async (_what, note) => {
  const headers = { prefer: 'return=representation' }
  const all = { topic: 'a', note }

  const one = await ask('/notes', { body: all, headers })
  const rows = await ask('/notes', { body: [all, { topic: 'b', note }], headers })
  const named = await ask('/notes?columns=note', { body: all, headers })
  const csv = `note\n"${note.replaceAll('"', '""')}"`
  const fromCsv = await ask('/notes?select=note', { body: csv, headers: { ...headers, ...CSV } })
  const form = new URLSearchParams(all).toString()
  const fromForm = await ask('/notes', { body: form, headers: { ...headers, ...FORM } })

  const wanted = [[all], [all, { topic: 'b', note }], [{ topic: null, note }], [{ note }], [all]]
  const got = [one, rows, named, fromCsv, fromForm]
  expect(got.map(({ status }) => status)).toEqual(Array(5).fill(201))
  expect(got.map(({ body }, i) => isSame(body, wanted[i]))).toEqual(Array(5).fill(true))
})

test('functions get large bodies as they were sent', async () => {
  const digits = '1'.repeat(LARGE)
  const headers = (type: string) => ({ 'content-type': type })

  const echoed = await ask('/rpc/echo_json', { body: `{"a":${digits}}`, headers: JSON_TYPE })
  const words = await ask('/rpc/echo_text', { body: filled, headers: headers('text/plain') })
  const named = await ask('/rpc/greet', { body: { name: filled } })
  const form = await ask('/rpc/greet', { body: `name=${filled}`, headers: FORM })
  const bytes = await ask('/rpc/byte_count', {
    body: new Uint8Array(LARGE),
    headers: headers('application/octet-stream'),
  })

  expect(isSame(echoed.text, `{"a":${digits}}`)).toBe(true)
  expect(isSame(words.body, filled)).toBe(true)
  expect(isSame(named.body, `hello ${filled}`)).toBe(true)
  expect(isSame(form.body, `hello ${filled}`)).toBe(true)
  expect(bytes.body).toBe(LARGE)
})

test('a value that is no row inserts none', async () => {
  const headers = { ...JSON_TYPE, prefer: 'return=representation' }

  const { status, body } = await ask('/notes', { body: `"${filled}"`, headers })

  expect([status, body]).toEqual([201, []])
})

test('a thread that dies fails what it read, and the next body is read by a new one', async () => {
  const threads: Worker[] = []
  const note = (thread: Worker) => void threads.push(thread)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  // Another server, whose thread was not started yet.
  const askOther = await serveWith({})

  const failing = askOther('/notes', { body: `{${KEYS}}`, headers: JSON_TYPE })
  await expect.poll(() => threads.length, { timeout: 30_000 }).toBe(1)
  await threads[0]?.terminate()
  const failed = await failing
  const next = await askOther('/notes', { body: { topic: filled } })

  expect([failed.status, next.status]).toEqual([500, 201])
})

/** Without the megabytes that a failing comparison would print. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A connection on which the beginning of a body was sent, all but its last byte; '' for none. */
async function opened(beginning: string): Promise<Socket> {
  const { hostname, port } = new URL(url())
  const socket = connect(Number(port), hostname)
  const head = `POST /notes HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${beginning.length + 1}\r\n\r\n`
  if (beginning !== '') {
    await new Promise<void>((resolve) => socket.write(head + beginning, () => resolve()))
  }
  // Until the server has read what the kernel holds.
  await ask('/no_table')
  await pause(200)
  return socket
}
