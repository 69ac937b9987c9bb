import { expect, test } from 'vitest'
import { clientAddresses } from './client-address.ts'

test('without trusted proxies the header changes nothing', () => {
  const addressOf = clientAddresses([])

  expect(addressOf('203.0.113.9', '1.1.1.1')).toBe('203.0.113.9')
})

test('a trusted proxy names the client', () => {
  const addressOf = clientAddresses(['10.0.0.0/8'])

  expect(addressOf('10.0.0.1', '198.51.100.7')).toBe('198.51.100.7')
})

test('what the client wrote itself before the proxy added its own is not believed', () => {
  const addressOf = clientAddresses(['10.0.0.0/8'])

  expect(addressOf('10.0.0.1', '1.1.1.1, 198.51.100.7, 10.0.0.2')).toBe('198.51.100.7')
})

test('nonsense in the header leaves the nearest address that is certain', () => {
  const addressOf = clientAddresses(['10.0.0.1', '::1'])

  expect(addressOf('10.0.0.1', 'unknown')).toBe('10.0.0.1')
  expect(addressOf('10.0.0.1', undefined)).toBe('10.0.0.1')
  expect(addressOf('::1', '2001:db8::7')).toBe('2001:db8::7')
  expect(addressOf('::ffff:10.0.0.1', '::ffff:198.51.100.7')).toBe('198.51.100.7')
})
