import { expect, test } from 'vitest'
import { withBase } from './base-rules.ts'

const base = (characters = 0) => ({ commit: 'a', differs: { 'x.txt': 'x'.repeat(characters) } })

test('the newest forty are kept, whatever was pushed before', () => {
  const all = Array.from({ length: 60 }, (_, i) => `project-${i}`)

  const kept = all.reduce((known, key) => withBase(known, key, base()), {})

  expect(Object.keys(kept)).toEqual(all.slice(20))
})

test('one that is written again becomes the newest', () => {
  const known = { a: base(), b: base() }

  expect(Object.keys(withBase(known, 'a', base(1)))).toEqual(['b', 'a'])
})

test('large ones give way before the browser refuses to keep more', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']

  const kept = keys.reduce((known, key) => withBase(known, key, base(1_500_000)), {})

  expect(Object.keys(kept)).toEqual(['e', 'f'])
  expect(Object.keys(withBase(kept, 'huge', base(5_000_000)))).toEqual(['e', 'f'])
})
