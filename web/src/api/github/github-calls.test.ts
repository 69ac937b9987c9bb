import { expect, test } from 'vitest'
import { commitsPath, repositoriesPath, searchPath } from './github-calls.ts'

test('repositories come a hundred at a time, the latest changed first', () => {
  expect(repositoriesPath(3)).toBe('/user/repos?sort=updated&per_page=100&page=3')
})

test('what people type is encoded, the plus between the two terms is not', () => {
  expect(searchPath('c++ & tides', 'mia-torres')).toBe(
    '/search/repositories?q=c%2B%2B%20%26%20tides+user:mia-torres&sort=updated&per_page=50',
  )
})

test('two commits of each repository are asked for', () => {
  expect(commitsPath('mia-torres/timer-wall')).toBe(
    '/repos/mia-torres/timer-wall/commits?per_page=2',
  )
})
