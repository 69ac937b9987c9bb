import { forgetStored, readStored, writeStored } from './storage.ts'

type Theme = 'light' | 'dark'

/** Users who follow the system's theme have no stored choice. */
export type ThemeChoice = Theme | 'system'

const STORAGE_KEY = 'theme'

/** The canvas colour of each theme, for the browser's own bars. ui/src/tokens.css has the same values. */
export const THEME_COLORS: Record<Theme, string> = { light: '#f8fafb', dark: '#0b1215' }

/** Runs before the first paint, so that a chosen theme does not flash. */
export function applyStoredTheme(): void {
  const choice = chosenTheme()

  if (choice !== 'system') showTheme(choice)
}

export function chosenTheme(): ThemeChoice {
  const stored = readStored(STORAGE_KEY)

  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') forgetStored(STORAGE_KEY)
  else writeStored(STORAGE_KEY, choice)

  showTheme(choice)
}

export function toggleTheme(): void {
  chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark')
}

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme

  if (chosen) return chosen === 'dark' ? 'dark' : 'light'
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function showTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice

  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = THEME_COLORS[choice === 'system' ? themeOf(meta) : choice]
  }
}

/** The media query of each element names its system theme. */
const themeOf = (meta: HTMLMetaElement): Theme =>
  meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light'
