import { expect, test } from 'vitest'
import { estimateChange } from './estimate-change.ts'

const monthly = { price: 4, currency: 'USD', interval: 'month' as const }
const annual = { price: 40, currency: 'USD', interval: 'year' as const }
const april = {
  start: new Date('2027-04-01T00:00:00Z'),
  end: new Date('2027-05-01T00:00:00Z'),
  isTrial: false,
}

test('half of a month unused is credited, and the year begins today', () => {
  const now = new Date('2027-04-16T00:00:00Z')

  expect(estimateChange(monthly, annual, april, now)).toEqual({
    dueNow: 38,
    credit: 2,
    currency: 'USD',
    renewsAt: '2028-04-16T00:00:00.000Z',
    isEstimate: true,
  })
})

test('a credit larger than the new price costs nothing', () => {
  const year = { ...april, end: new Date('2028-04-01T00:00:00Z') }

  expect(estimateChange(annual, monthly, year, new Date('2027-04-02T00:00:00Z'))).toMatchObject({
    dueNow: 0,
    credit: 39.89,
    renewsAt: '2027-05-02T00:00:00.000Z',
  })
})

test('the same interval keeps its day and costs the difference of what is left', () => {
  const better = { ...monthly, price: 8 }

  expect(estimateChange(monthly, better, april, new Date('2027-04-16T00:00:00Z'))).toMatchObject({
    dueNow: 2,
    credit: 2,
    renewsAt: '2027-05-01T00:00:00.000Z',
  })
})

test('a trial has nothing to credit and goes on', () => {
  expect(
    estimateChange(monthly, annual, { ...april, isTrial: true }, new Date('2027-04-16T00:00:00Z')),
  ).toMatchObject({ dueNow: 0, credit: 0, renewsAt: '2027-05-01T00:00:00.000Z' })
})

test('without known dates nothing is credited', () => {
  const unknown = { start: null, end: null, isTrial: false }

  expect(estimateChange(monthly, annual, unknown, new Date('2027-01-31T00:00:00Z'))).toMatchObject({
    dueNow: 40,
    credit: 0,
    renewsAt: '2028-01-31T00:00:00.000Z',
  })
})

test('a month that is too short ends the period on its last day', () => {
  expect(estimateChange(annual, monthly, april, new Date('2027-01-31T00:00:00Z')).renewsAt).toBe(
    '2027-02-28T00:00:00.000Z',
  )
})
