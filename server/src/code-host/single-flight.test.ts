import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('those who come together share one piece of work, others begin their own', async () => {
  const share = singleFlight<number>()
  let begun = 0
  const work = async () => ++begun

  const together = await Promise.all([share('a', work), share('a', work), share('b', work)])
  const later = await share('a', work)

  expect(together).toEqual([1, 1, 2])
  expect(later).toBe(3)
})

test('a failure is shared and then forgotten', async () => {
  const share = singleFlight<string>()
  const failing = () => Promise.reject(new Error('away'))

  const together = await Promise.allSettled([share('a', failing), share('a', failing)])
  const later = await share('a', async () => 'there')

  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(later).toBe('there')
})
