import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { exampleConfig } from '#config/example-config.ts'
import { exampleContent } from '#config/example-content.ts'
import { LANGUAGES } from '#i18n/languages.ts'
import { cspScriptHashes, prerenderedPaths, render } from './render.tsx'

const PAGES = [...prerenderedPaths, '/no/such/page'].flatMap((path) =>
  LANGUAGES.map((language) => ({ path, language })),
)

test('the landing page is sent whole, in the language asked for', async () => {
  const english = await render({
    path: '/',
    language: 'en',
    config: exampleConfig,
    content: exampleContent,
  })
  const spanish = await render({
    path: '/',
    language: 'es',
    config: exampleConfig,
    content: exampleContent,
  })

  expect(english.status).toBe(200)
  expect(english.html).toMatch(/<html lang="en">[\s\S]*<h1[^>]*>Ferry your bolt\.new projects/)
  expect(spanish.html).toMatch(/<html lang="es">[\s\S]*<h1[^>]*>Tus proyectos de bolt\.new/)
})

test('an address nobody knows answers 404 with a page that leads on', async () => {
  const { status, html } = await render({
    path: '/no/such/page',
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

  const { html } = await render({ path: '/', language: 'en', config, content: exampleContent })

  expect(html).toContain(`href="${config.links.store}"`)
  expect(html).toContain('<title>Tom &amp; &quot;Jerry&quot; – ')
})

test.each(PAGES)('$path in $language keeps to the content policy', async (page) => {
  const { html } = await render({ ...page, config: exampleConfig, content: exampleContent })

  expect(inlineScripts(html).map(hashOf)).toEqual(cspScriptHashes)
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
})

test.each(PAGES)('$path in $language shows every sentence and leaves no gap', async (page) => {
  const { html } = await render({ ...page, config: exampleConfig, content: exampleContent })

  const body = html.slice(html.indexOf('<body>'), html.indexOf('<script type="application/json"'))

  expect(body).not.toMatch(/\{\w+\}|undefined/)
})

function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code)
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
