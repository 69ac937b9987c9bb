import { expect, test } from 'vitest'
import { alarmsFor, isSame } from './alarm-rules.ts'

const MINUTE = 60_000
const QUIET = {
  now: 0,
  unfinished: 0,
  sessionEndsAt: null,
  pushesWhenIdle: false,
  copies: {},
}

test('with nothing to do the worker is woken once a day', () => {
  expect(alarmsFor(QUIET)).toEqual({ day: { periodInMinutes: 1440 } })
})

test('what is open is looked at every 30 seconds, and idle pushes every minute', () => {
  expect(alarmsFor({ ...QUIET, unfinished: 1, pushesWhenIdle: true })).toMatchObject({
    resume: { periodInMinutes: 0.5 },
    idle: { periodInMinutes: 1 },
  })
})

test('a session is renewed five minutes before its end, and after a failure a minute later', () => {
  expect(alarmsFor({ ...QUIET, sessionEndsAt: 60 * MINUTE })).toMatchObject({
    session: { when: 55 * MINUTE },
    sync: { periodInMinutes: 5 },
  })
  expect(alarmsFor({ ...QUIET, sessionEndsAt: 2 * MINUTE })).toMatchObject({
    session: { when: MINUTE },
  })
})

test('a public copy is deleted at its minute, and never earlier than Chrome can wake', () => {
  const copies = { late: 50_000, past: -1 }

  expect(alarmsFor({ ...QUIET, copies })).toMatchObject({
    'copy-late': { when: 50_000 },
    'copy-past': { when: 30_000 },
  })
})

test('an alarm that stands keeps its turn, and one for another moment is set anew', () => {
  expect(isSame({ periodInMinutes: 5, scheduledTime: 1 }, { periodInMinutes: 5 }, 0)).toBe(true)
  expect(isSame({ scheduledTime: 55 * MINUTE }, { when: 55 * MINUTE }, 0)).toBe(true)
  expect(isSame({ scheduledTime: 55 * MINUTE }, { when: 56 * MINUTE }, 0)).toBe(false)
})

test('an alarm whose turn lies further ahead than its period is set anew: the clock was set back', () => {
  const known = { periodInMinutes: 0.5, scheduledTime: 24 * 60 * MINUTE }

  expect(isSame(known, { periodInMinutes: 0.5 }, 0)).toBe(false)
})
