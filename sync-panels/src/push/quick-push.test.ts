import { expect, test } from 'vitest'
import { CHOOSING, type PushState, type Review } from '#service/push-state.ts'
import { firstLook, isQuick, quickPush } from './quick-push.ts'
import { NO_TICKS } from './review-answers.ts'

test('a push to the branch of last time, with nothing to be asked, takes one click', () => {
  expect(isQuick(review({}), NO_TICKS)).toBe(true)
})

test.each([
  ['a question', { needs: ['public_target'] }],
  ['a secret that would stay here', { needs: ['secrets'] }],
  ['a conflict', { conflicts: [{ path: 'a' }] }],
  ['a repository with another name', { movedFrom: { owner: 'a', name: 'b' } }],
  ['a new branch', { start: { kind: 'new_branch' } }],
  ['an empty repository', { start: { kind: 'empty' } }],
])('%s is looked at first', (_, part) => {
  expect(isQuick(review(part), NO_TICKS)).toBe(false)
})

test('what the project leaves out is not counted', () => {
  const { comparison } = review({})
  const ticks = { ...NO_TICKS, leaveOut: ['b'] }

  expect(quickPush(comparison, ticks)).toEqual({
    paths: ['a'],
    counts: { added: 1, changed: 0, deleted: 0 },
  })
})

test('a panel that opens looks by itself, unless something goes on or waits', () => {
  const target = { owner: 'nora', name: 'tides', branch: 'main' }
  const other = { target: { ...target, branch: 'next' } }
  const look = (state: object) => firstLook(state as PushState, target)
  const failure = { at: 'comparing' }

  expect(look(CHOOSING)).toEqual({ target })
  expect(look({ step: 'done', done: { opening: null } })).toEqual({ target })
  expect(look({ step: 'review', review: { choice: other }, failure: null })).toEqual(other)
  expect(look({ step: 'review', review: { choice: other }, failure })).toBeNull()
  expect(look({ ...CHOOSING, failure })).toBeNull()
  expect(look({ step: 'pushing' })).toBeNull()
  expect(look({ step: 'done', done: { opening: { step: 'failed' } } })).toBeNull()
})

function review(part: object): Review {
  const comparison = {
    changes: [
      { path: 'a', kind: 'added' },
      { path: 'b', kind: 'deleted' },
    ],
    needs: [],
    conflicts: [],
    findings: [],
    unsearched: [],
    warnings: [],
    movedFrom: null,
    start: { kind: 'branch' },
    ...part,
  }
  return { choice: { target: {} }, comparison, version: 1 } as unknown as Review
}
