import { expect, test } from 'vitest'
import { daily, everyMinutes, hourly, nextRun } from './schedule.ts'

const at = (time: string) => new Date(`2030-05-17T${time}Z`)

test('an hourly job comes at its minute', () => {
  expect(nextRun(hourly(17), at('10:16:59.999'))).toEqual(at('10:17:00'))
  expect(nextRun(hourly(17), at('10:17:00'))).toEqual(at('11:17:00'))
})

test('a daily job comes at its time of day, in UTC', () => {
  expect(nextRun(daily(3, 20), at('00:00:00'))).toEqual(at('03:20:00'))
  expect(nextRun(daily(3, 20), at('12:00:00'))).toEqual(new Date('2030-05-18T03:20:00Z'))
})

test('a job every five minutes comes at fives', () => {
  expect(nextRun(everyMinutes(5), at('10:02:30'))).toEqual(at('10:05:00'))
})
