// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import {
  leaveLanguageAddress,
  mirrorRememberedLanguage,
  rememberChosenLink,
  rememberedLanguage,
  rememberLanguage,
} from './remembered-language.ts'

beforeEach(() => {
  localStorage.clear()
  setCookie('language=; max-age=-1')
  document.documentElement.lang = 'en'
})

test('a choice is remembered by the browser and told to the server', () => {
  rememberLanguage('es')

  expect(rememberedLanguage()).toBe('es')
  expect(document.cookie).toContain('language=es')
})

test('a stored language that we do not speak counts as none', () => {
  localStorage.setItem('language', 'tlh')

  expect(rememberedLanguage()).toBeNull()
  expect(mirrorRememberedLanguage()).toBe(false)
})

test('a visitor without a choice keeps the language the server found', () => {
  expect(mirrorRememberedLanguage()).toBe(false)
  expect(document.cookie).toBe('')
})

test('storage wins over the cookie, and the page is asked for again', () => {
  localStorage.setItem('language', 'es')
  setCookie('language=en')

  expect(mirrorRememberedLanguage()).toBe(true)
  expect(document.cookie).toContain('language=es')
})

test('the page is not asked for again when it already has the right language', () => {
  localStorage.setItem('language', 'en')

  expect(mirrorRememberedLanguage()).toBe(false)
  expect(document.cookie).toContain('language=en')
})

test('a server that ignores the cookie is not asked over and over', () => {
  localStorage.setItem('language', 'es')
  setCookie('language=es')

  expect(mirrorRememberedLanguage()).toBe(false)
})

test('following a language link is a choice', () => {
  document.body.innerHTML = '<a href="?lang=es" hreflang="es"><b>Español</b></a>'
  document.body.addEventListener('click', rememberChosenLink, { once: true })

  document.querySelector('b')?.click()

  expect(rememberedLanguage()).toBe('es')
})

function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads it synchronously.
  document.cookie = `${cookie}; path=/`
}

test('a page asked for in a language goes on under its plain address', () => {
  history.replaceState(null, '', '/pricing?from=mail&lang=es#plans')

  leaveLanguageAddress()

  expect(location.pathname + location.search + location.hash).toBe('/pricing?from=mail#plans')
})
