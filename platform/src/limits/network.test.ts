import { expect, test } from 'vitest'
import { networkOf, siteOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9', null],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::/64', '2001:0db8:0001::/48'],
  ['2001:DB8:1:2::', '2001:0db8:0001:0002::/64', '2001:0db8:0001::/48'],
  ['2001:db8::1', '2001:0db8:0000:0000::/64', '2001:0db8:0000::/48'],
  ['::1', '0000:0000:0000:0000::/64', '0000:0000:0000::/48'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000::/64', 'fe80:0000:0000::/48'],
  ['', '', null],
])('limits for %s are kept for %s', (address, network, site) => {
  expect(networkOf(address)).toBe(network)
  expect(siteOf(address)).toBe(site)
})
