import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

test.each(['https://example.test/a.png', 'http://127.0.0.1:3003/a'])('%s is kept', (address) => {
  expect(webAddress(address)).toBe(address)
})

test.each([
  'javascript:alert(1)',
  'data:image/png;base64,x',
  '//example.test/a',
  'http://',
  7,
  null,
])('%s is not', (value) => {
  expect(webAddress(value)).toBeNull()
})
