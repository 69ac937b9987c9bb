import { isRepositoryName } from '@app/sync/repository-name'
import { expect, test } from 'vitest'
import { repositoryNameFor } from './target-choice.ts'

test.each([
  ['Tide planner', 'tide-planner'],
  ['Diseño  ñandú!', 'diseno-nandu'],
  ['..', 'project'],
  ['海', 'project'],
  ['a.git', 'a'],
  ['x'.repeat(300), 'x'.repeat(100)],
])('a project called %s is offered a repository GitHub takes', (name, expected) => {
  expect(repositoryNameFor(name)).toBe(expected)
  expect(isRepositoryName(repositoryNameFor(name))).toBe(true)
})
