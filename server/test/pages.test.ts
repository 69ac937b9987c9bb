import { readdirSync } from 'node:fs'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import { expect, test } from 'vitest'
import { startTestServer } from './test-server.ts'

test('a page comes compressed, with its policy, and costs nothing the second time', async () => {
  const { url } = await startTestServer()

  const first = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  const etag = first.headers.get('etag') ?? ''
  const second = await fetch(url, { headers: { 'if-none-match': etag } })

  expect(first.status).toBe(200)
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect(first.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self' 'sha256-[^ ]+'; style-src 'self';/,
  )
  expect(second.status).toBe(304)
  expect(await second.text()).toBe('')
})

test('no page of another site shows ours in a frame', async () => {
  const { url } = await startTestServer()

  const { headers } = await fetch(url)

  expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'none';`)
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test('pages may call the product’s APIs and show its pictures where these have an origin of their own', async () => {
  const api = 'http://api.localhost:1234'
  const { url } = await startTestServer({ env: { API_URL: api, REALTIME_ENABLED: 'false' } })

  const page = await fetch(url)
  const policy = page.headers.get('content-security-policy') ?? ''

  expect(policy).toContain(`img-src 'self' ${api} data:;`)
  expect(policy).toContain(`connect-src 'self' ${api} ws://api.localhost:1234 `)
  // They then open no socket.
  expect(await page.text()).toContain('"realtime":false')
})

test('hashed files are kept for ever, unknown ones are a plain 404', async () => {
  const { url } = await startTestServer()
  const page = await (await fetch(url)).text()
  const script = /\/assets\/[^"]+\.js/.exec(page)?.[0]

  const known = await fetch(`${url}${script}`)
  const unknown = await fetch(`${url}/assets/gone.js`)

  expect(known.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(unknown.status).toBe(404)
  expect(unknown.headers.get('content-type')).toMatch(/^text\/plain/)
})

test('a recording comes whole and in ranges, with its type, and is kept for ever', async () => {
  const { url } = await startTestServer()
  const assets = readdirSync(new URL('../../web/dist/client/assets', import.meta.url))
  const recording = `${url}/assets/${assets.find((name) => name.endsWith('.webm'))}`
  const ask = (range: string) => fetch(recording, { headers: { range } })

  const whole = await fetch(recording)
  const part = await ask('bytes=4-7')
  const beyond = await ask('bytes=99999999-')

  const bytes = new Uint8Array(await whole.arrayBuffer())
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-type')).toBe('video/webm')
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(bytes.byteLength).toBeLessThan(2_000_000)
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 4-7/${bytes.byteLength}`)
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(4, 8))
  expect(beyond.status).toBe(416)
  expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes.byteLength}`)
})

test('an unknown path shows the not-found page with status 404', async () => {
  const { url } = await startTestServer()

  const answer = await fetch(`${url}/no-such-page`)

  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
})

test('the cookie decides the language, then the browser', async () => {
  const { url } = await startTestServer()
  const languageWith = async (headers: Record<string, string>) =>
    (await fetch(url, { headers })).headers.get('content-language')

  expect(await languageWith({ 'accept-language': 'es-MX,en;q=0.5' })).toBe('es')
  expect(await languageWith({ 'accept-language': 'es', cookie: 'language=en' })).toBe('en')
})

test('a language link sets the cookie and leads back to the same page, never to another host', async () => {
  const { url } = await startTestServer()
  const headers = { 'sec-fetch-site': 'same-origin' }
  const go = (path: string) => fetch(`${url}${path}`, { headers, redirect: 'manual' })

  const home = await go('/?lang=es&from=mail')
  const trick = await go('//evil/?lang=es')

  expect(home.status).toBe(303)
  expect(home.headers.get('location')).toBe('/?from=mail')
  expect(home.headers.get('set-cookie')).toMatch(
    /^language=es; Max-Age=31536000; Path=\/; SameSite=Lax$/,
  )
  expect(trick.headers.get('location')).toBe('/evil/')
})

test('whoever comes from elsewhere gets the language of the address at once, and keeps it', async () => {
  const { url } = await startTestServer()

  const page = await fetch(`${url}/?lang=es&from=search`, { redirect: 'manual' })

  expect(page.status).toBe(200)
  expect(page.headers.get('content-language')).toBe('es')
  expect(page.headers.get('set-cookie')).toMatch(/^language=es; Max-Age=31536000; Path=\//)
  expect(await page.text()).toMatch(/rel="canonical" href="[^"]+\/\?lang=es"/)
})

test('what machines ask for is there, and speaks of this site', async () => {
  const { url, config } = await startTestServer()
  const read = async (path: string) => (await fetch(`${url}${path}`)).text()

  expect(await read('/robots.txt')).toContain(`Sitemap: ${config.siteUrl}/sitemap.xml`)
  expect(await read('/sitemap.xml')).toContain(`<loc>${config.siteUrl}/</loc>`)
  expect(await read('/llms.txt')).toContain('# Gitferry')
  expect((await fetch(`${url}/site.webmanifest`)).headers.get('content-type')).toBe(
    'application/manifest+json',
  )
})

test('reports of weaknesses have an address, which ends half a year after the build', async () => {
  const env = { SECURITY_CONTACT: 'https://gitferry.test/report' }
  const { url, config } = await startTestServer({ env })

  const answer = await fetch(`${url}/.well-known/security.txt`)
  const lines = Object.fromEntries(
    (await answer.text()).split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)),
  )

  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(lines).toMatchObject({
    Contact: 'https://gitferry.test/report',
    Canonical: `${config.siteUrl}/.well-known/security.txt`,
    'Preferred-Languages': 'en, es',
  })
  expect(Date.parse(lines.Expires)).toBeGreaterThan(Date.now())
})

test.each(['/..%2f..%2fpackage.json', '/%00', '/assets/../../package.json', '/%E0%A4%A', '/a//b'])(
  '%s gives no file and no failure',
  async (path) => {
    const { url } = await startTestServer()

    const answer = await fetch(`${url}${path}`)

    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('workspaces')
  },
)

test('pages are only read', async () => {
  const { url } = await startTestServer()

  const answer = await fetch(url, { method: 'POST', body: 'x' })

  expect(answer.status).toBe(404)
})

test('in development a page asked for at 127.0.0.1 is at localhost, and the login can say so', async () => {
  const port = await freePort()
  const site = `http://localhost:${port}`
  const { url } = await startTestServer({ env: { PORT: String(port), SITE_URL: site } })
  const get = (address: string) => fetch(address, { redirect: 'manual' })

  const first = await get(`${url}/login?plan=pro`)
  const second = await get(first.headers.get('location') ?? '')
  const api = await get(`${url}/auth/v1/.well-known/jwks.json`)
  const page = await get(`${site}/login?plan=pro`)

  expect([first.status, second.status, api.status, page.status]).toEqual([307, 307, 200, 200])
  expect(first.headers.get('location')).toBe(`${site}/login?plan=pro&address-changed=1`)
  expect(second.headers.get('location')).toBe(`${site}/login?plan=pro`)
  expect(second.headers.get('set-cookie')).toBe(
    'address-changed=1; Max-Age=600; Path=/; SameSite=Lax',
  )
})
