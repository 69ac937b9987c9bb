import { newsletterOutcomes } from '@app/contract/newsletter-answers'
import { expect, test } from 'vitest'
import { targetOf } from './answers.ts'

test('a subscription that was accepted or kept is a success, and an error is shown beside its field', () => {
  const places = Object.fromEntries(newsletterOutcomes.map((one) => [one, targetOf(one)]))

  expect(places).toEqual({
    subscribed: 'success',
    confirm: 'success',
    kept: 'success',
    already: 'error',
    email_missing: 'email',
    email_invalid: 'email',
    email_fake: 'email',
    preference_missing: 'preferences',
    field_invalid: 'error',
    throttled: 'error',
    refused: 'error',
    unavailable: 'error',
  })
})
