// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { applyStoredTheme, chooseTheme, chosenTheme, THEME_COLORS, toggleTheme } from './theme.ts'

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
  document.head.innerHTML = '<meta name="theme-color" content="#fff">'
})

test('a visitor who has chosen nothing gets the theme of their system', () => {
  applyStoredTheme()

  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('a chosen theme is shown at once, and the browser around the page follows', () => {
  localStorage.setItem('theme', 'dark')

  applyStoredTheme()

  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(browserColor()).toBe(THEME_COLORS.dark)
})

test('a stored theme that we do not know counts as none', () => {
  localStorage.setItem('theme', 'sepia')

  applyStoredTheme()

  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('each toggle shows the other theme and remembers it', () => {
  localStorage.setItem('theme', 'dark')
  applyStoredTheme()

  toggleTheme()
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(localStorage.getItem('theme')).toBe('light')

  toggleTheme()
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
})

function browserColor(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content
}

test('who follows the system again has nothing stored, and the browser follows too', () => {
  document.head.innerHTML = `
    <meta name="theme-color" media="(prefers-color-scheme: light)">
    <meta name="theme-color" media="(prefers-color-scheme: dark)">`
  chooseTheme('dark')
  expect(chosenTheme()).toBe('dark')

  chooseTheme('system')

  expect(localStorage.getItem('theme')).toBeNull()
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(browserColors()).toEqual([THEME_COLORS.light, THEME_COLORS.dark])
})

function browserColors(): string[] {
  return [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(
    ({ content }) => content,
  )
}
