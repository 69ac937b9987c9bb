import { CHOOSING, type PushState } from '@app/sync-panels/push-state'
import { expect, test } from 'vitest'
import { pushSign } from './push-signs.ts'

test('a review says how much would go, or that there is nothing', () => {
  expect(pushSign(review(3), false)).toEqual({ name: 'changes', count: 3, tone: 'plain' })
  expect(pushSign(review(0), false)).toEqual({ name: 'same', tone: 'positive' })
})

test('files that changed on both sides are said before the others, and are never up to date', () => {
  expect(pushSign(review(0, null, 1), false)).toEqual({ name: 'conflict', tone: 'notice' })
  expect(pushSign(review(3, null, 1), false)?.name).toBe('conflict')
})

test('a push without a network waits, and another failure is one', () => {
  expect(pushSign(review(1, 'offline'), false)?.name).toBe('waiting')
  expect(pushSign(review(1, 'branch_moved'), false)?.name).toBe('failed')
})

test('an ended session comes before everything', () => {
  expect(pushSign(review(3), true)?.name).toBe('ended')
})

test('nothing is said before anything is known', () => {
  expect([pushSign(null, false), pushSign(CHOOSING, false)]).toEqual([null, null])
})

function review(
  count: number,
  code: 'offline' | 'branch_moved' | null = null,
  both = 0,
): PushState {
  const changes = Array.from({ length: count })
  const conflicts = Array.from({ length: both })
  const failure = code && { error: { code, facts: {} }, at: 'pushing' }

  return {
    step: 'review',
    review: { comparison: { changes, conflicts } },
    failure,
  } as unknown as PushState
}
