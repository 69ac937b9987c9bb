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

const listed = (...redirectAllowList: string[]) => ({ siteUrl: site, redirectAllowList })

test.each([
  ['https://*.example.com', 'https://evil?.example.com'],
  ['https://*.example.com', 'https://evil#.example.com'],
  ['https://*.example.com', 'https://evil:.example.com'],
  ['https://*.example.com/**', 'https://evil?.example.com/x'],
  ['https://*.example.com/**', 'https://evil:80/.example.com/x'],
  ['https://*.example.com/**', 'https://.example.com/'],
  ['https://**.example.com', 'https://evil.com/.example.com'],
  ['https://**.example.com', 'https://evil.com?.example.com'],
  ['https://**.example.com', 'https://evil.com#.example.com'],
  ['https://**.example.com/**', 'https://evil.com/.example.com/'],
  ['https://**.example.com/**', 'https://evil.com/x@a.example.com/'],
  ['https://**.example.com/**', 'https://example.com/'],
  ['https://**.example.com/**', 'https://a..example.com/'],
  ['https://**.example.com/**', 'https://a.example.com./'],
  ['https://**', 'https://evil.com/path'],
  ['HTTPS://**', 'https://evil.com/path'],
  ['https://example**/**', 'https://example.evil.com/'],
  ['https://app.example.com**', 'https://app.example.com.evil.com'],
  ['https://app?.example.com', 'https://app?.example.com'],
  ['https://app.example.com?/**', 'https://app.example.com:/x'],
  ['https://app.example.com*/**', 'https://app.example.com:8443/x'],
  ['https://app.example.com/a*', 'https://app.example.com/a?token=1'],
  ['https://app.example.com/a*', 'https://app.example.com/a:b'],
  ['https://app.example.com/a?b', 'https://app.example.com/a@b'],
  ['https://app.example.com/a?b', 'https://app.example.com/a?b=1'],
  ['https://app.example.com/app/**', 'https://app.example.com/app/../other'],
  ['https://app.example.com/app/**', 'https://app.example.com/app/%2e%2E/other'],
  ['https://app.example.com/app/*', 'https://app.example.com/app/..'],
  ['**', 'https://evil.com/'],
  ['**.example.com/**', 'https://evil.com/.example.com/'],
  ['*://app.example.com/**', 'javascript://app.example.com/%0aalert(1)'],
  ['myapp://**.auth', 'myapp://evil/x.auth'],
])('the entry %j does not allow %j', (entry, asked) => {
  expect(isAllowed(listed(entry), asked)).toBe(false)
})

test.each([
  ['https://*.example.com', 'https://a.example.com'],
  ['https://*-team.example.com/**', 'https://branch-team.example.com/x/y?z=1#t'],
  ['https://**.example.com/**', 'https://a.b.c.example.com/x/y?z=http://evil.com'],
  ['https://app?.example.com/', 'https://app1.example.com/'],
  ['http://app.example.com:*/**', 'http://app.example.com:5173/x'],
  ['https://App.Example.com/**', 'https://app.example.com/x'],
  ['https://app.example.com/cb?x=1', 'https://app.example.com/cb?x=1'],
  ['https://app.example.com/*/cb', 'https://app.example.com/anything/cb'],
  ['https://app.example.com/**', "https://app.example.com/x?a='b'"],
  ['http*://app.example.com/**', 'https://app.example.com/x'],
  ['com.example.app://**', 'com.example.app://auth/callback?x=1'],
  ['myapp:///callback', 'myapp:///callback'],
  ['myapp:callback', 'myapp:callback'],
])('the entry %j still allows %j', (entry, asked) => {
  expect(isAllowed(listed(entry), asked)).toBe(true)
})

test('whatever an entry accepts lies below its fixed host, port and scheme', () => {
  const label = fc.constantFrom('a', 'example', 'com', 'app-1')
  const wild = fc.constantFrom('*', '**', '*-x', 'x?', '**a', '?')
  const entry = fc.record({
    wild: fc.array(wild, { minLength: 1, maxLength: 2 }),
    fixed: fc.array(label, { minLength: 1, maxLength: 3 }),
    path: fc.constantFrom('', '/', '/**', '/*', '/?', '**', '?x', '*'),
  })
  const piece = fc.constantFrom(
    ...['https://', 'http://', 'evil.test', 'example', 'com', 'a', 'app-1', 'x1', 'b-x', '.', '..'],
    ...[
      '/',
      '//',
      '?',
      '#',
      ':',
      '@',
      '\\',
      '%2e',
      '%2f',
      '%5c',
      '%00',
      '\t',
      '[::1]',
      ':443',
      ':8443',
    ],
  )
  const asked = fc.array(fc.oneof(piece, fc.string({ maxLength: 2 })), { maxLength: 10 })

  fc.assert(
    fc.property(entry, asked, fc.boolean(), ({ wild, fixed, path }, parts, isNear) => {
      const suffix = `.${fixed.join('.')}`
      // Half of the addresses end as the entry does, to come closer to being accepted.
      const address = `https://${parts.join('')}${isNear ? suffix : ''}`
      if (!isAllowed(listed(`https://${wild.join('.')}${suffix}${path}`), address)) return

      const { protocol, hostname, port, username } = new URL(address)
      expect(isLoopbackOrSite(address) || `.${hostname}`.endsWith(suffix)).toBe(true)
      expect([protocol, username]).toEqual(['https:', ''])
      expect(isLoopbackOrSite(address) || port === '').toBe(true)
    }),
    { numRuns: 10_000 },
  )
})

const isLoopbackOrSite = (address: string) =>
  /^https:\/\/(127\.\d+\.\d+\.\d+|\[::1\]|gitferry\.example)([:/?#]|$)/.test(address)

test('a long address and an entry of many stars are decided without backtracking', () => {
  const entry = `https://app.example.com/${'**/a'.repeat(20)}b`
  const asked = `https://app.example.com/${'x/a/'.repeat(5_000)}`

  expect(isAllowed(listed(entry), asked)).toBe(false)
})
