import { expect, test } from 'vitest'
import { cut, isStorable, isStorableJson, storableJson } from './storable.ts'

const HALF = '\ud83d'

test('NUL and halves of surrogate pairs cannot be stored, whole pairs can', () => {
  expect(['a\0', HALF, '\ude00', `${HALF}x`].map(isStorable)).toEqual([false, false, false, false])
  expect(['', 'año', '😀'].map(isStorable)).toEqual([true, true, true])
})

test('a cut neither splits a pair nor leaves what cannot be stored', () => {
  expect(cut('ab😀', 3)).toBe('ab')
  expect(cut('ab😀', 4)).toBe('ab😀')
  expect(cut(`a\0b${HALF}`, 9)).toBe('a\ufffdb\ufffd')
  expect(cut('short', 9)).toBe('short')
})

test.each([
  ['{"a":"x\\u0000y"}', '{"a":"x\\ufffdy"}'],
  ['{"\\uD800":1}', '{"\\ufffd":1}'],
  ['"\\udc00\\ud800"', '"\\ufffd\\ufffd"'],
  ['"\\ud800\\ud83d\\ude00"', '"\\ufffd\\ud83d\\ude00"'],
  ['"\\\\\\u0000"', '"\\\\\\ufffd"'],
])('%s becomes storable', (json, expected) => {
  expect(storableJson(json)).toBe(expected)
  expect(isStorableJson(json)).toBe(false)
  expect(isStorable(JSON.stringify(JSON.parse(storableJson(json))))).toBe(true)
})

test.each(['"\\\\u0000"', '"\\\\ud800"', '"\\ud83d\\ude00"', '"\\n\\u0001 😀"', '{}'])(
  '%s stays as it is',
  (json) => {
    expect(storableJson(json)).toBe(json)
  },
)

test('every text that JSON.parse reads is storable afterwards', () => {
  const parts = ['\\', '"', '\\u0000', '\\ud83d', '\\ude00', 'u0000', 'ud83d', 'x', '\\n', '😀']
  for (let seed = 1; seed < 3000; seed++) {
    let rest = seed * 2654435761
    let text = ''
    while (rest >= 1) {
      text += parts[Math.floor(rest) % parts.length]
      rest /= parts.length
    }
    const json = JSON.stringify(text).replaceAll('\\\\u', '\\u')
    if (parsed(json) === undefined) continue
    expect(isStorable(String(parsed(storableJson(json)))), json).toBe(true)
  }
})

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
