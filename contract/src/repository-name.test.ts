import { expect, test } from 'vitest'
import { parseRepository } from './repository-name.ts'

test.each([
  'mia-torres/timer.wall',
  ' mia-torres/timer.wall ',
  'https://github.com/mia-torres/timer.wall',
  'https://github.com/mia-torres/timer.wall.git',
  'https://github.com/mia-torres/timer.wall/',
  'git@github.com:mia-torres/timer.wall.git',
])('%s is a repository', (text) => {
  expect(parseRepository(text)).toEqual({ owner: 'mia-torres', name: 'timer.wall' })
})

test.each([
  'timer-wall',
  'mia torres/wall',
  'https://github.com/',
  'https://github.com/a/b/tree/main',
  'git@github.com:wall',
  'a/b/c',
  `${'a'.repeat(101)}/b`,
  '',
])('“%s” is none', (text) => {
  expect(parseRepository(text)).toBeNull()
})
