import { createHash } from 'node:crypto'
import { LANGUAGES } from '@app/contract/languages'
import { expect, test } from 'vitest'
import { exampleConfig } from '#config/example-config.ts'
import { exampleContent } from '#config/example-content.ts'
import { cspScriptHashes, filesOf, prerenderedPaths, render } from './render.tsx'

const PAGES = [...prerenderedPaths, '/no/such/page'].flatMap((address) =>
  LANGUAGES.map((language) => ({ address, language })),
)

test('the landing page is sent whole, in the language asked for', async () => {
  const english = await render({
    address: '/',
    language: 'en',
    config: exampleConfig,
    content: exampleContent,
  })
  const spanish = await render({
    address: '/',
    language: 'es',
    config: exampleConfig,
    content: exampleContent,
  })

  expect(english.status).toBe(200)
  expect(english.html).toMatch(/<html lang="en">[\s\S]*<h1[^>]*>Your bolt\.new projects/)
  expect(spanish.html).toMatch(/<html lang="es">[\s\S]*<h1[^>]*>Tus proyectos de bolt\.new/)
})

test('the first script is told where the session of this API is kept', async () => {
  const { html } = await render({
    address: '/',
    language: 'en',
    config: { ...exampleConfig, apiUrl: 'https://api.gitferry.test' },
    content: exampleContent,
  })

  expect(html).toContain('<script data-session-key="sb-api-auth-token">')
})

test('an address nobody knows answers 404 with a page that leads on', async () => {
  const { status, html } = await render({
    address: '/no/such/page',
    language: 'en',
    config: exampleConfig,
    content: exampleContent,
  })

  expect(status).toBe(404)
  expect(html).toContain('<title>Page not found · Gitferry</title>')
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Go to homepage<\/a>/)
})

test('links and names come from the configuration', async () => {
  const config = { ...exampleConfig, siteName: 'Tom & "Jerry"' }

  const { html } = await render({ address: '/', language: 'en', config, content: exampleContent })

  expect(html).toContain(`href="${config.links.store}"`)
  expect(html).toContain('<title>Tom &amp; &quot;Jerry&quot; – ')
})

test('the landing page shows the prices on sale, and none when nothing is', async () => {
  const [free, monthly, annual] = exampleContent.plans
  if (!free || !monthly || !annual) throw new Error('the example has three plans')
  const priced = [free, { ...monthly, price: 7 }, { ...annual, price: 70.5, currency: 'EUR' }]

  const sold = await document('/', { ...exampleContent, plans: priced })
  const unsold = await document('/', { ...exampleContent, plans: [free] })

  expect(sold).toMatch(/\$7<\/span><span[^>]*>per month[\s\S]*€70\.50<\/span><span[^>]*>per year/)
  expect(unsold).not.toMatch(/per month|per year|\$\d/)
})

test('an installation without addresses of its own leads to its own guides', async () => {
  const links = { ...exampleConfig.links, store: '/docs/install', video: '/docs/getting-started' }
  const config = { ...exampleConfig, links: { ...links, docs: '/docs', chat: null, x: null } }

  const { html } = await render({ address: '/', language: 'en', config, content: exampleContent })

  expect(html).toMatch(/<a href="\/docs\/install"[^>]*>Add to Chrome/)
  expect(html).toMatch(/<a href="#demo"[^>]*>[\s\S]{0,400}?Watch Demo/)
  expect(html).not.toMatch(/x\.test|chat\.test|>Chat<\/a>/)
  expect(html).toContain('"installUrl":"https://gitferry.test/docs/install"')
})

test.each(PAGES)('$address in $language keeps to the content policy', async (page) => {
  const { html } = await render({ ...page, config: exampleConfig, content: exampleContent })

  expect(inlineScripts(html).map(hashOf)).toEqual(cspScriptHashes)
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
})

test('a page is not painted before it is whole', async () => {
  const html = await document('/login')

  const [, expected] = /<link rel="expect" href="#([\w-]+)" blocking="render">/.exec(html) ?? []

  expect(html.indexOf(` id="${expected}"`)).toBeGreaterThan(html.lastIndexOf('</div>'))
})

test.each(PAGES)('$address in $language shows every sentence and leaves no gap', async (page) => {
  const { html } = await render({ ...page, config: exampleConfig, content: exampleContent })

  const body = html.slice(html.indexOf('<body>'), html.indexOf('<script type="application/json"'))

  expect(body).not.toMatch(/\{\w+\}|undefined/)
})

test('each language has an address of its own, beside the one that answers each visitor in their own', async () => {
  const plain = await document('/')
  const spanish = await document('/upgrade?lang=es')

  expect(plain).toContain('<link rel="canonical" href="https://gitferry.test/">')
  expect(plain).toContain('hreflang="es" href="https://gitferry.test/?lang=es"')
  expect(plain).toContain('hreflang="x-default" href="https://gitferry.test/"')
  expect(spanish).toContain('<link rel="canonical" href="https://gitferry.test/pricing?lang=es">')
})

test('only the landing page explains itself to machines, in words that are on it', async () => {
  const landing = await document('/')
  const login = await document('/login')

  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(landing) ?? []
  const graph = JSON.parse(json)['@graph'] as { '@type': string; mainEntity?: object[] }[]
  expect(graph.map((thing) => thing['@type'])).toEqual([
    'SoftwareApplication',
    'Organization',
    'FAQPage',
  ])
  expect(graph[2]?.mainEntity).toHaveLength(9)
  expect(login).not.toContain('ld+json')
})

test('the files for machines speak of this installation by its own address', async () => {
  const files = await filesOf(exampleConfig)
  const text = Object.fromEntries(files.map(({ path, text }) => [path, text]))

  expect(text['/robots.txt']).toContain('Sitemap: https://gitferry.test/sitemap.xml')
  expect(text['/sitemap.xml']).toContain('<loc>https://gitferry.test/pricing</loc>')
  expect(text['/sitemap.xml']).not.toContain('/upgrade')
  expect(text['/llms.txt']).toContain('### Is it free?')
  expect(JSON.parse(text['/site.webmanifest'] ?? '')).toMatchObject({ name: 'Gitferry' })
})

test('the answer to a form sent without script stands in the page', async () => {
  const html = await document('/?newsletter=already')

  expect(html).toContain('This address is already subscribed.')
})

async function document(address: string, content = exampleContent): Promise<string> {
  return (await render({ address, language: 'en', config: exampleConfig, content })).html
}

function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script data-session-key="[^"]*">([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => code,
  )
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
