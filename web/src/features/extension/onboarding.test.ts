// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { FIRST_STEPS } from './first-steps.ts'
import { doneSteps, rememberDone, rememberedDone } from './onboarding.ts'

const STATUS = { version: '2.0.0' }

beforeEach(() => localStorage.clear())

test('without the extension only the account’s connection counts', () => {
  expect(doneSteps(null, { told: ['first_upload'], isConnected: false })).toEqual([])
  expect(doneSteps(null, { told: ['first_upload'], isConnected: true })).toEqual(['connect'])
})

test('a push counts when the extension has recorded both of its parts', () => {
  const told = ['repository_setup', 'first_upload'] as const

  expect(doneSteps(STATUS, { told: ['first_upload'], isConnected: true })).toEqual([
    'add',
    'connect',
  ])
  expect(doneSteps(STATUS, { told: [...told], isConnected: false })).toEqual(['add', 'push'])
})

test('an extension that is through with all of them is believed, but for the connection', () => {
  const through = { ...STATUS, onboardingCompleted: true }

  expect(doneSteps(through, { told: [], isConnected: true })).toEqual(FIRST_STEPS)
  expect(doneSteps(through, { told: [], isConnected: false })).toEqual(['add', 'push', 'back'])
  expect(doneSteps(through, { told: ['authentication'], isConnected: false })).toEqual(FIRST_STEPS)
})

test('steps are remembered, and nonsense in the storage is not', () => {
  localStorage.setItem('onboarding', 'first_upload walk_the_plank')

  rememberDone(['repository_setup'])

  expect(rememberedDone()).toEqual(['repository_setup', 'first_upload'])
})
