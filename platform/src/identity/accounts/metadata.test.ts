import { expect, test } from 'vitest'
import { mergeMetadata } from './metadata.ts'

test('keys are written over one by one, and null takes one away', () => {
  const merged = mergeMetadata({ a: 1, b: { c: 2 }, d: 3 }, { b: { e: 4 }, d: null, f: 5 })

  expect(merged).toEqual({ a: 1, b: { e: 4 }, f: 5 })
})

test('no key reaches behind the object', () => {
  const merged = mergeMetadata({}, JSON.parse('{"__proto__": {"admin": true}}'))

  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
  expect('admin' in merged).toBe(false)
})
