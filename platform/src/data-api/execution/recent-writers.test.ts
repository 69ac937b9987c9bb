import { expect, test } from 'vitest'
import { RecentWriters } from './recent-writers.ts'

const open = (most = 10) => {
  const time = { now: 0 }

  return { time, writers: new RecentWriters({ forMs: 30, most, nowMs: () => time.now }) }
}

test('a writer is known for the given time after the last write, and then takes no memory', () => {
  const { time, writers } = open()
  writers.add('a')
  time.now = 20
  writers.add('a')
  writers.add('b')

  time.now = 49
  const before = ['a', 'b', 'c'].map((one) => writers.has(one))
  time.now = 50
  const after = ['a', 'b'].map((one) => writers.has(one))
  writers.add('d')

  expect(before).toEqual([true, true, false])
  expect(after).toEqual([false, false])
  expect(writers.size()).toBe(1)
})

test('when there are more than it may remember, everybody counts as a writer for as long', () => {
  const { time, writers } = open(2)
  for (const one of ['a', 'b', 'c']) writers.add(one)

  const full = ['a', 'c', 'nobody'].map((one) => writers.has(one))
  time.now = 30
  const later = ['a', 'c', 'nobody'].map((one) => writers.has(one))

  expect(full).toEqual([true, true, true])
  expect(later).toEqual([false, false, false])
  expect(writers.size()).toBe(2)
})
