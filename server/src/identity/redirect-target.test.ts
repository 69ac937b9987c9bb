import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAllowed, redirectTarget } from './redirect-target.ts'

const site = 'https://gitferry.example'
const allowed = {
  siteUrl: site,
  redirectAllowList: [
    'https://*.preview.example/**',
    'https://exact.example/callback',
    'https://one.example/?/x',
    'myapp://auth',
    'http://localhost:5173/**',
  ],
}

test.each([
  'https://gitferry.example',
  'https://gitferry.example/dashboard?a=1&b=2#c',
  'https://branch.preview.example/any/depth?x=y',
  'https://exact.example/callback#fragment',
  'https://one.example/a/x',
  'myapp://auth',
  'http://localhost:5173/settings',
  'http://127.0.0.1:8080/native',
  'http://[::1]:8080/native',
])('people may be sent to %s', (place) => {
  expect(isAllowed(allowed, place)).toBe(true)
})

test.each([
  'http://gitferry.example/',
  'https://gitferry.example:8443/',
  'https://gitferry.example.evil.test/',
  'https://evil.test/gitferry.example',
  'https://gitferry.example@evil.test/',
  'https://user:pass@gitferry.example/',
  'https://evil.test\\.gitferry.example/',
  'https://gitferry.example\t.evil.test/',
  'https://a.b.preview.example/',
  'https://evil.test/.preview.example/',
  'https://exact.example/callback/more',
  'https://exact.example/callback?more=1',
  'https://one.example/ab/x',
  'https://one.example///x',
  'myapp://author',
  'http://localhost:5174/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://127.1/',
  'http://017700000001/',
  'http://192.168.0.1/',
  'http://127.0.0.1.evil.test/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>',
  'https:gitferry.example',
  '//gitferry.example/',
  '/dashboard',
  'dashboard',
  'https://',
  '',
])('nobody is sent to %j', (place) => {
  expect(isAllowed(allowed, place)).toBe(false)
  expect(redirectTarget(allowed, place)).toBe(site)
})

test('nothing asked for is the front page', () => {
  expect(redirectTarget(allowed, undefined)).toBe(site)
})

test('whatever is typed, tokens go to our own hosts, to this machine or to the list', () => {
  const pieces = fc.constantFrom(
    'https://',
    'http://',
    'gitferry.example',
    'evil.test',
    '@',
    ':',
    '/',
    '\\',
    '.',
    '#',
    '?',
    '%2e',
    '%00',
    '\r\n',
    '127.0.0.1',
    '[::1]',
    'javascript:',
    'preview.example',
    'myapp://auth',
  )
  const place = fc.oneof(
    fc.string(),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 8 })
      .map((p) => p.join('')),
  )

  fc.assert(
    fc.property(place, (asked) => {
      const target = new URL(redirectTarget(allowed, asked))
      const isOurs = target.origin === site
      const isHere = /^https?:\/\/(127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(target.origin)
      const isListed =
        /^(https:\/\/([^./]+\.preview|exact|one)\.example|http:\/\/localhost:5173|null)$/.test(
          target.origin,
        )

      expect(isOurs || isHere || isListed).toBe(true)
      if (target.origin === 'null') expect(target.protocol).toBe('myapp:')
      expect(target.username + target.password).toBe('')
      expect(redirectTarget(allowed, asked)).not.toMatch(/[\s\\]/)
    }),
    { numRuns: 2_000 },
  )
})
