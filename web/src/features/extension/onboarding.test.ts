// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { ONBOARDING_STEPS } from '#api/extension.ts'
import { doneSteps, rememberDone, rememberedDone } from './onboarding.ts'

const STATUS = { installed: true, version: '2.0.0', authenticated: false }

beforeEach(() => localStorage.clear())

test('without the extension nothing is done, whatever was done once', () => {
  expect(doneSteps(null, ['first_upload'])).toEqual([])
})

test('the first step is done when the extension says so, the others when they were told', () => {
  expect(doneSteps(STATUS, [])).toEqual([])
  expect(doneSteps({ ...STATUS, authenticated: true }, ['first_upload'])).toEqual([
    'authentication',
    'first_upload',
  ])
})

test('an extension that is through with all of them is believed', () => {
  expect(doneSteps({ ...STATUS, onboardingCompleted: true }, [])).toEqual(ONBOARDING_STEPS)
})

test('steps are remembered, and nonsense in the storage is not', () => {
  localStorage.setItem('onboarding', 'first_upload walk_the_plank')

  rememberDone('repository_setup')

  expect(rememberedDone()).toEqual(['repository_setup', 'first_upload'])
})
