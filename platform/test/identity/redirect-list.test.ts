import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'

test('a star in the list of redirects reaches no other host, over HTTP', async () => {
  const auth = await startAuth({
    env: {
      SITE_URL: 'https://gitferry.example',
      AUTH_REDIRECT_ALLOW_LIST: 'https://*.example.com, https://**.partner.example/**',
    },
  })
  const sentTo = async (asked: string) => {
    const query = new URLSearchParams({ token: 'wrong', type: 'signup', redirect_to: asked })
    const { headers } = await auth.call(`/verify?${query}`)
    return new URL(headers.get('location') ?? '').host
  }

  expect(await sentTo('https://evil?.example.com')).toBe('gitferry.example')
  expect(await sentTo('https://evil.test/.partner.example/')).toBe('gitferry.example')
  expect(await sentTo('https://evil.test?.partner.example/')).toBe('gitferry.example')
  expect(await sentTo('https://a.example.com')).toBe('a.example.com')
  expect(await sentTo('https://a.b.partner.example/x')).toBe('a.b.partner.example')
})
