import type { Comparison } from '@app/sync/comparison'
import { expect, test } from 'vitest'
import { listedPaths } from './left-out.ts'

const PATHS = ['notes/plan.md', 'src/notes.ts', 'a.psd', 'src/b.psd', 'Notes/x']

test('lines are read as those of a .gitignore, capital letters included', () => {
  const comparison = { changes: PATHS.map((path) => ({ path })) } as unknown as Comparison

  expect(listedPaths(comparison, ['notes/', '*.psd', '!src/b.psd'])).toEqual([
    'notes/plan.md',
    'a.psd',
  ])
  expect(listedPaths(comparison, [])).toEqual([])
})
