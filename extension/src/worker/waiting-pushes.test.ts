import { expect, test } from 'vitest'
import type { KeptPush } from '#store/database.ts'
import { inOrder } from './waiting-pushes.ts'

const MINUTE = 60_000
const pushOf = (since: number, { isAutomatic = false, at = since } = {}) =>
  ({ since, isAutomatic, journal: { at } }) as KeptPush

test('pushes go on in the order of their confirmations, automatic ones by themselves, and old ones ask', () => {
  const all = [
    { project: 'second', stored: pushOf(50 * MINUTE) },
    // It was tried again meanwhile.
    { project: 'first', stored: pushOf(10 * MINUTE, { at: 60 * MINUTE }) },
    { project: 'automatic', stored: pushOf(20 * MINUTE, { isAutomatic: true }) },
    { project: 'old', stored: pushOf(0) },
    { project: 'ended', stored: null },
  ]

  expect(inOrder(all, { now: 61 * MINUTE, waited: [] })).toEqual(['first', 'second'])
  expect(inOrder(all, { now: 61 * MINUTE, waited: ['old'] })).toEqual(['old', 'first', 'second'])
})

test('a push that was confirmed by a clock of tomorrow asks before it goes on', () => {
  const stored = pushOf(1440 * MINUTE)

  expect(inOrder([{ project: 'tomorrow', stored }], { now: 0, waited: [] })).toEqual([])
})
