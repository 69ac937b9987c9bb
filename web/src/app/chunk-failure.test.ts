import { expect, test } from 'vitest'
import { isChunkFailure } from './chunk-failure.ts'

test.each([
  'Loading chunk 7 failed.',
  'Failed to fetch dynamically imported module: https://gitferry.test/assets/home.js',
  'error loading dynamically imported module',
  'Failed to fetch',
])('"%s" means that a piece of the application is missing', (message) => {
  expect(isChunkFailure(new TypeError(message))).toBe(true)
})

test('any other error is not mistaken for an update', () => {
  expect(isChunkFailure(new Error('Cannot read properties of undefined'))).toBe(false)
  expect(isChunkFailure('Failed to fetch')).toBe(false)
})
