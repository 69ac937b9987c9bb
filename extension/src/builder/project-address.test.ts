import { expect, test } from 'vitest'
import { importAt, projectAt } from './project-address.ts'

test('a project is known by its address, and an import under way is none', () => {
  expect(projectAt('/~/sb1-abc_D')).toBe('sb1-abc_D')
  expect(projectAt('/~/sb1-abc/settings')).toBe('sb1-abc')
  expect(projectAt('/~/github.com/nora/tides')).toBeNull()
  expect(projectAt('/')).toBeNull()
})

test.each([
  ['/~/github.com/nora/tides', { owner: 'nora', name: 'tides', branch: null }],
  ['/~/github.com/nora/tides.git', { owner: 'nora', name: 'tides', branch: null }],
  ['/~/github.com/nora/tides/', { owner: 'nora', name: 'tides', branch: null }],
  [
    '/~/github.com/nora/tides/tree/feature/moon%20phase',
    { owner: 'nora', name: 'tides', branch: 'feature/moon phase' },
  ],
])('%s is an import', (path, expected) => {
  expect(importAt(path)).toEqual(expected)
})

test('a project’s own address is no import', () => {
  expect(importAt('/~/sb1-abc')).toBeNull()
})
