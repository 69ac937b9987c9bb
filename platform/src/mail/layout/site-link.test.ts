import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, type SiteLink } from './site-link.ts'

const origins = {
  siteUrl: 'https://site.example',
  apiUrl: 'https://api.example/base',
  pages: {
    signIn: '/login',
    recovery: '/recover',
    security: '/settings?tab=security',
    mailSettings: '/mails',
  },
} as const

test('a place on the site and a place on the API', () => {
  expect(addressOf(origins, { on: 'site', path: '/settings', query: { tab: 'security' } })).toBe(
    'https://site.example/settings?tab=security',
  )
  expect(addressOf(origins, { on: 'api', path: '/auth/v1/verify' })).toBe(
    'https://api.example/base/auth/v1/verify',
  )
})

test('a page is known by its name', () => {
  expect(addressOf(origins, { on: 'page', name: 'security', fragment: { a: 'b' } })).toBe(
    'https://site.example/settings?tab=security#a=b',
  )
})

test('what only the page needs travels in the fragment', () => {
  expect(
    addressOf(origins, { on: 'site', path: '/login', fragment: { email: 'a+b@c.test' } }),
  ).toBe('https://site.example/login#email=a%2Bb%40c.test')
})

test('an address inside the query is only a word', () => {
  const address = addressOf(origins, {
    on: 'api',
    path: '/auth/v1/verify',
    query: { token: 'abc', redirect_to: 'https://other.example/?a=1&b=2#c' },
  })

  expect(new URL(address).searchParams.get('redirect_to')).toBe('https://other.example/?a=1&b=2#c')
  expect(address).not.toContain('&b=2')
})

test('whatever a path holds, it leads to our own origin or nowhere', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webPath(), fc.string(), fc.constantFrom(...TRICKS)), (path) => {
      try {
        expect(addressOf(origins, { on: 'site', path } as SiteLink)).toMatch(
          /^https:\/\/site\.example\//,
        )
      } catch (error) {
        expect(String(error)).toMatch(/our own pages only|Invalid URL/)
      }
    }),
  )
})

const TRICKS = [
  '//evil.example',
  '/\\evil.example',
  '.evil.example',
  '@evil.example',
  ':80@evil.example',
]
