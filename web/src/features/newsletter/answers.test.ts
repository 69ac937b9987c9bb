import { newsletterOutcomes } from '@app/contract/newsletter-answers'
import { expect, test } from 'vitest'
import { asAnswer, placeOf } from './answers.ts'

test('a wish that was heard or kept is a success, whatever is wrong stands where it is wrong', () => {
  const places = Object.fromEntries(newsletterOutcomes.map((one) => [one, placeOf(one)]))

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

test.each([[null], [''], ['constructor'], ['failed']])(
  'an address with %j answers nothing',
  (text) => {
    expect(asAnswer(text)).toBeNull()
  },
)
