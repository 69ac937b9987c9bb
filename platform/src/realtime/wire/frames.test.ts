import { expect, test } from 'vitest'
import { decodeBinary, decodeText } from './decode.ts'
import { type Broadcast, encodeBroadcast, encodeMessage } from './encode.ts'
import { binaryFrame, textFrame } from './socket-frame.ts'

test.each([
  [0, 2],
  [125, 2],
  [126, 4],
  [65_535, 4],
  [65_536, 10],
])('a frame of %i bytes has a head of %i', (length, head) => {
  const frame = binaryFrame(Buffer.alloc(length, 1))

  const [, first = 0] = frame
  const told =
    first < 126 ? first : first === 126 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2))
  expect([frame[0], told, frame.length]).toEqual([0x82, length, length + head])
  expect(textFrame('é'.repeat(10))).toEqual(
    Buffer.concat([Buffer.from([0x81, 20]), Buffer.from('é'.repeat(10))]),
  )
})

test('a message has the form of its version', () => {
  const message = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'e', payload: { n: 1 } }

  expect(encodeMessage('2.0.0', message).subarray(2).toString()).toBe(
    '["1","2","realtime:a","e",{"n":1}]',
  )
  expect(encodeMessage('1.0.0', message).subarray(2).toString()).toBe(
    '{"topic":"realtime:a","event":"e","payload":{"n":1},"ref":"2"}',
  )
})

test('names that do not fit into a binary frame go as text, bytes do not go at all', () => {
  const long = 'x'.repeat(256)
  const json: Broadcast = { form: 'json', event: long, meta: null, bytes: Buffer.from('1') }
  const bytes: Broadcast = { form: 'binary', event: long, meta: null, bytes: Buffer.from('1') }

  expect(encodeBroadcast('2.0.0', 'realtime:a', json)?.[0]).toBe(0x81)
  expect(encodeBroadcast('2.0.0', 'realtime:a', bytes)).toBeNull()
  expect(encodeBroadcast('1.0.0', 'realtime:a', { ...bytes, event: 'e' })).toBeNull()
})

test('what is no message is null, in either version', () => {
  const malformed = [
    '',
    'null',
    '1',
    '[]',
    '{}',
    '["1","2","t","e"]',
    '["1","2","t","e",[]]',
    '["1","2",3,"e",{}]',
    '[{},"2","t","e",{}]',
    '["1","2","t\\u0000","e",{}]',
    '{"topic":"t","event":1,"payload":{},"ref":"1"}',
  ]

  for (const text of malformed) {
    expect(decodeText('2.0.0', text)).toBeNull()
    expect(decodeText('1.0.0', text)).toBeNull()
  }
  expect(decodeText('2.0.0', '[null,1,"t","e",null]')).toMatchObject({ ref: 1, payload: {} })
})

test('a binary frame is read to its last byte, and no further', () => {
  const frame = (lengths: number[], rest: string, encoding = 0) =>
    Buffer.concat([Buffer.from([3, ...lengths, encoding]), Buffer.from(rest)])

  expect(decodeBinary('2.0.0', frame([1, 1, 1, 1, 0], '12tebytes'))).toEqual({
    joinRef: '1',
    ref: '2',
    topic: 't',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'e' },
    user: { isJson: false, bytes: Buffer.from('bytes') },
  })
  expect(decodeBinary('1.0.0', frame([1, 1, 1, 1, 0], '12tebytes'))).toBeNull()
  expect(decodeBinary('2.0.0', frame([1, 1, 1, 255, 0], '12te'))).toBeNull()
  expect(decodeBinary('2.0.0', frame([0, 0, 1, 1, 0], 'te{', 1))).toBeNull()
  expect(decodeBinary('2.0.0', frame([0, 0, 1, 1, 0], 'te1', 2))).toBeNull()
  expect(decodeBinary('2.0.0', Buffer.from([3, 0, 0]))).toBeNull()
  expect(decodeBinary('2.0.0', frame([0, 0, 1, 1, 0], '\u0000e'))).toBeNull()
})
