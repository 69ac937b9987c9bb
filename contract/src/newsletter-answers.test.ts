import { expect, test } from 'vitest'
import { asOutcome } from './newsletter-answers.ts'

test('an outcome is known by its name', () => {
  expect(asOutcome('subscribed')).toBe('subscribed')
})

test.each([[null], [undefined], [''], ['constructor'], ['failed'], [{}]])(
  '%j is no outcome',
  (value) => {
    expect(asOutcome(value)).toBeNull()
  },
)
