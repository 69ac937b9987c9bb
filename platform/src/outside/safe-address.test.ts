import { expect, test } from 'vitest'
import { requireSafeAddress } from './safe-address.ts'

test.each([
  'https://github.com',
  'http://127.0.0.1:3003',
  'http://localhost:3003',
  'http://github.localhost',
  'http://[::1]:3003',
])('secrets may travel to %s', (address) => {
  expect(() => requireSafeAddress('IT', address)).not.toThrow()
})

test.each([
  'http://github.com',
  'http://127.0.0.1.example.test',
  'http://localhost.example.test',
  'http://10.0.0.1',
  'ftp://127.0.0.1',
])('but not to %s', (address) => {
  expect(() => requireSafeAddress('IT', address)).toThrow('IT must begin with https:')
})
