import { expect, test } from 'vitest'
import type { Schema } from '#data-api/schema-cache/schema.ts'
import { planMemo } from './plan-memo.ts'

const schema: Schema = { exposed: new Map(), roleSettings: new Map() }

test('plans are kept for so many characters of keys and statements', () => {
  const made: string[] = []
  const memo = planMemo<number>()
  const find = (key: string) => memo.find(schema, key, () => made.push(key))

  find('first')
  for (let i = 0; i < 100; i++) find(`${i}`.padEnd(8000, '.'))
  find('first')
  expect(made).toHaveLength(101)

  for (let i = 0; i < 100; i++) find(`more ${i}`.padEnd(8000, '.'))
  find('first')
  expect(made).toHaveLength(202)

  memo.grown(2_000_000)
  find('first')
  expect(made).toHaveLength(203)
})
