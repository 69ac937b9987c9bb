import { readStored, writeStored } from './browser-storage.ts'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'theme'

/** The canvas of each theme, for the browser's own bars. The same values stand in ui/tokens.css. */
export const THEME_COLORS: Record<Theme, string> = { light: '#f8fafb', dark: '#0b1215' }

/** Runs before the first paint, so that a chosen theme never flashes into place. */
export function applyStoredTheme(): void {
  const stored = readStored(STORAGE_KEY)

  if (stored === 'light' || stored === 'dark') showTheme(stored)
}

export function toggleTheme(): void {
  const next = shownTheme() === 'dark' ? 'light' : 'dark'

  showTheme(next)
  writeStored(STORAGE_KEY, next)
}

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme

  if (chosen) return chosen === 'dark' ? 'dark' : 'light'
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme

  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = THEME_COLORS[theme]
  }
}
