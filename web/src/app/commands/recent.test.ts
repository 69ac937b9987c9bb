// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { recentCommands, rememberCommand } from './recent.ts'

beforeEach(() => localStorage.clear())

test('what was done last stands first, once, and only the last five are kept', () => {
  for (const id of ['a', 'b', 'c', 'd', 'a', 'e', 'f']) rememberCommand('nora', id)

  expect(recentCommands('nora')).toEqual(['f', 'e', 'a', 'd', 'c'])
})

test('nobody sees what another has done', () => {
  rememberCommand('nora', 'a')

  expect(recentCommands('mia')).toEqual([])
})
