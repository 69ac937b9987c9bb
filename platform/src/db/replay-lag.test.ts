import { expect, test } from 'vitest'
import { ReplayLag } from './replay-lag.ts'

test('the age is that of the newest position of the primary that was reached', () => {
  const lag = new ReplayLag()
  const ages = [lag.ageMs(0)]
  const see = (askedAt: number, written: number, replayed: number) => {
    lag.add({ askedAt, written, replayed })
    ages.push(lag.ageMs(askedAt))
  }

  see(1_000, 100, 90)
  see(2_000, 200, 100)
  see(3_000, 300, 250)
  see(4_000, 300, 300)
  see(5_000, 300, 300)

  expect(ages).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 1_000, 1_000, 0, 0])
})

test('a standby that stands still grows older, also while nobody asks', () => {
  const lag = new ReplayLag()
  lag.add({ askedAt: 0, written: 1, replayed: 1 })
  for (let second = 1; second <= 200; second++) {
    lag.add({ askedAt: second * 1_000, written: 1 + second, replayed: 1 })
  }

  const behind = lag.ageMs(200_500)
  lag.add({ askedAt: 201_000, written: 300, replayed: 300 })

  expect(behind).toBe(200_500)
  expect(lag.ageMs(201_000)).toBe(0)
})

test('a standby with changes that the primary lacks is never complete', () => {
  const lag = new ReplayLag()
  lag.add({ askedAt: 0, written: 500, replayed: 500 })

  for (const at of [1_000, 2_000, 3_000]) lag.add({ askedAt: at, written: 400, replayed: 500 })

  expect(lag.ageMs(3_000)).toBe(Number.POSITIVE_INFINITY)
})
