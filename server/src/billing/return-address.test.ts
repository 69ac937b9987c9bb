import { expect, test } from 'vitest'
import { returnAddress, withOrder } from './return-address.ts'

const SITE = 'https://gitferry.test'

test.each([
  ['/upgrade?checkout=success', 'https://gitferry.test/upgrade?checkout=success'],
  ['https://gitferry.test/upgrade', 'https://gitferry.test/upgrade'],
  ['https://www.gitferry.test/upgrade', 'https://www.gitferry.test/upgrade'],
  ['HTTPS://GITFERRY.TEST/upgrade', 'https://gitferry.test/upgrade'],
])('%s is an address of ours', (value, address) => {
  expect(returnAddress(SITE, value)).toBe(address)
})

test.each([
  '//evil.test',
  '///evil.test',
  'https://gitferry.test.evil.test',
  'https://evil.test/https://gitferry.test',
  'https://gitferry.test@evil.test/',
  'https://someone@gitferry.test/',
  'https://:secret@gitferry.test/',
  '/\\evil.test',
  '\\\\evil.test',
  'https://gitferry.test\\@evil.test',
  'http://gitferry.test/',
  'https://gitferry.test:8443/',
  'https://www.www.gitferry.test/',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  '/\t/evil.test',
  ' https://gitferry.test',
  'data:text/html,hello',
  'https://',
])('%j is refused', (value) => {
  expect(() => returnAddress(SITE, value)).toThrow('The return address must be on this site')
})

test.each([
  ['https://a.test/u', 'https://a.test/u?order=[order_identifier]&order_id=[order_id]'],
  ['https://a.test/u?x=1', 'https://a.test/u?x=1&order=[order_identifier]&order_id=[order_id]'],
  ['https://a.test/u#top', 'https://a.test/u?order=[order_identifier]&order_id=[order_id]#top'],
])('the order is asked for in the query of %s', (address, expected) => {
  expect(withOrder(address)).toBe(expected)
})
