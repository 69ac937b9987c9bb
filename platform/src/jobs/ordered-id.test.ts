import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { orderedId } from './ordered-id.ts'

test('ids sort in the order in which they were made, however many there are in a moment', () => {
  const ids = Array.from({ length: 20_000 }, orderedId)

  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an id is a UUID of version 7', () => {
  expect(z.safeParse(z.uuidv7(), orderedId()).success).toBe(true)
})
