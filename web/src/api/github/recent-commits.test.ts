import { expect, test } from 'vitest'
import type { Repository } from './github-calls.ts'
import { isNeverPushed, newestOf, type RecentCommit } from './recent-commits.ts'

test('the five latest by their authors are shown, the latest first', () => {
  const days = ['03', '07', '01', '05', '02', '06', '04']

  const shown = newestOf(days.map((day) => commit(`2026-05-${day}T12:00:00Z`)))

  expect(shown.map(({ sha }) => sha)).toEqual([
    '2026-05-07T12:00:00Z',
    '2026-05-06T12:00:00Z',
    '2026-05-05T12:00:00Z',
    '2026-05-04T12:00:00Z',
    '2026-05-03T12:00:00Z',
  ])
})

test('a commit without an author comes last', () => {
  const nobody: RecentCommit = { ...commit('nobody'), commit: { message: '', author: null } }

  const shown = newestOf([nobody, commit('2026-05-01T12:00:00Z')])

  expect(shown.map(({ sha }) => sha)).toEqual(['2026-05-01T12:00:00Z', 'nobody'])
})

test('only a repository without any push is not asked for its commits', () => {
  const [created, later] = ['2026-05-01T12:00:00Z', '2026-05-01T12:00:09Z']

  expect(isNeverPushed(repository({ size: 0, pushed_at: created }))).toBe(true)
  expect(isNeverPushed(repository({ size: 0, pushed_at: null }))).toBe(true)
  expect(isNeverPushed(repository({ size: 0, pushed_at: later }))).toBe(false)
  expect(isNeverPushed(repository({ size: 3, pushed_at: created }))).toBe(false)

  function repository(facts: Pick<Repository, 'size' | 'pushed_at'>): Repository {
    return {
      id: 1,
      name: 'b',
      full_name: 'a/b',
      private: false,
      html_url: 'https://code.test/a/b',
      description: null,
      default_branch: 'main',
      created_at: created,
      updated_at: created,
      ...facts,
    }
  }
})

function commit(date: string): RecentCommit {
  return {
    sha: date,
    html_url: 'https://code.test/a/b/commit/1',
    commit: { message: 'feat: tides', author: { name: 'Mia', date } },
    repository: { name: 'b', full_name: 'a/b', html_url: 'https://code.test/a/b' },
  }
}
