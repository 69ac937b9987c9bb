import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDigests } from '#sealing/digests.ts'
import { hashesOfTyped, hashOfCode, newRecoveryCodes } from './recovery-code.ts'

test('ten codes of sixteen characters, no two alike', () => {
  const codes = newRecoveryCodes()

  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{16}$/)
})

test.each(['k4m6x7qp2ab5ht3z', 'K4M6-X7QP-2AB5-HT3Z', ' k4m6 x7qp\t2ab5 ht3z '])(
  '%j is recognised',
  (typed) => {
    const needs = { digests: openDigests([newKey('a')]) }

    expect(hashesOfTyped(needs, typed)).toEqual([hashOfCode(needs, 'k4m6x7qp2ab5ht3z')])
  },
)

test('a code from before a key was replaced is still recognised', () => {
  const [old, young] = [newKey('a'), newKey('b')]
  const stored = hashOfCode({ digests: openDigests([old]) }, 'k4m6x7qp2ab5ht3z')

  const found = hashesOfTyped({ digests: openDigests([old, young]) }, 'k4m6x7qp2ab5ht3z')

  expect(found).toContain(stored)
})

const newKey = (id: string) => ({ id, bytes: randomBytes(32) })
