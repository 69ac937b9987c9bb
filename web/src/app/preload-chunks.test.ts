// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { __vitePreload } from './preload-chunks.ts'

const load = vi.fn(async () => 'module')
let added: HTMLLinkElement[] = []

beforeEach(() => {
  added = []
  load.mockClear()
  // The test's document would try to download.
  document.head.append = (...links) => void added.push(...(links as HTMLLinkElement[]))
})

test('scripts are preloaded once, and those that the page names not at all', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/named.js">'

  await __vitePreload(load, ['named.js', 'needed.js'])
  const module = await __vitePreload(load, ['needed.js'])

  expect(module).toBe('module')
  expect(addedLinks()).toEqual(['modulepreload /needed.js'])
})

test('a module runs after its styles', async () => {
  const loading = __vitePreload(load, ['first.css'])
  expect(addedLinks()).toEqual(['stylesheet /first.css'])
  expect(load).not.toHaveBeenCalled()

  added[0]?.dispatchEvent(new Event('load'))

  expect(await loading).toBe('module')
})

test('styles that failed are downloaded again by the next try', async () => {
  const failing = __vitePreload(load, ['second.css'])
  added[0]?.dispatchEvent(new Event('error'))
  await expect(failing).rejects.toThrow('/second.css')

  const loading = __vitePreload(load, ['second.css'])
  added[1]?.dispatchEvent(new Event('load'))

  expect(await loading).toBe('module')
})

const addedLinks = () => added.map((link) => `${link.rel} ${link.getAttribute('href')}`)
