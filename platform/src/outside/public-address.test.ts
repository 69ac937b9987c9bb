import type { lookup } from 'node:dns'
import { expect, test } from 'vitest'
import { isPublicAddress, publicLookup } from './public-address.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '2606:4700:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('a name with one address that is not public resolves to nothing', () => {
  const answers = [['93.184.216.34', '127.0.0.1'], ['93.184.216.34']].map((addresses) =>
    resolved(addresses),
  )

  expect(answers).toEqual(['it is not a public address', '93.184.216.34'])
})

function resolved(addresses: string[]): string {
  let answer = ''
  const resolve = ((_host: string, _options: object, done: (...said: unknown[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )) as unknown as typeof lookup
  publicLookup(resolve)('idp.example', {}, (error, address) => {
    answer = error?.message ?? String(address)
  })

  return answer
}
