import { forgetStored, readStored, writeStored } from './storage.ts'

type Theme = 'light' | 'dark'

/** Who follows the system has stored nothing. */
export type ThemeChoice = Theme | 'system'

const STORAGE_KEY = 'theme'

/** The canvas of each theme, for the browser's own bars. The same values stand in ui/src/tokens.css. */
export const THEME_COLORS: Record<Theme, string> = { light: '#f8fafb', dark: '#0b1215' }

/** Runs before the first paint, so that a chosen theme never flashes into place. */
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

/** Each of the two says by its media query for which system theme it is. */
const themeOf = (meta: HTMLMetaElement): Theme =>
  meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light'
