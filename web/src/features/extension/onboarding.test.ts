// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { ONBOARDING_STEPS } from '#api/extension/extension.ts'
import { doneSteps, rememberDone, rememberedDone } from './onboarding.ts'

const STATUS = { version: '2.0.0' }

beforeEach(() => localStorage.clear())

test('without the extension nothing is done, whatever was done once', () => {
  expect(doneSteps(null, { told: ['first_upload'], isSignedIn: true })).toEqual([])
})

test('the first step follows the session of this site, the others what was told', () => {
  expect(doneSteps(STATUS, { told: [], isSignedIn: false })).toEqual([])
  expect(doneSteps(STATUS, { told: ['first_upload'], isSignedIn: true })).toEqual([
    'authentication',
    'first_upload',
  ])
})

test('an extension that is through with all of them is believed, but for the session', () => {
  const through = { ...STATUS, onboardingCompleted: true }

  expect(doneSteps(through, { told: [], isSignedIn: true })).toEqual(ONBOARDING_STEPS)
  expect(doneSteps(through, { told: [], isSignedIn: false })).toEqual(ONBOARDING_STEPS.slice(1))
})

test('steps are remembered, and nonsense in the storage is not', () => {
  localStorage.setItem('onboarding', 'first_upload walk_the_plank')

  rememberDone('repository_setup')

  expect(rememberedDone()).toEqual(['repository_setup', 'first_upload'])
})
