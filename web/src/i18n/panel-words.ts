import type { Language } from '@app/contract/languages'
import type { PanelWords } from '@app/sync-panels/words'

/** Panels and engine load no texts themselves, because the extension's worker may not; this page loads one language. */
const FILES = {
  en: () => Promise.all([import('@app/sync-panels/texts/en.json'), import('@app/sync/words/en')]),
  es: () => Promise.all([import('@app/sync-panels/texts/es.json'), import('@app/sync/words/es')]),
} satisfies Record<Language, () => Promise<unknown>>

/** The texts of all panels, and of the engine's errors. */
export async function loadPanelWords(language: Language): Promise<PanelWords> {
  const [panels, errors] = await FILES[language]()

  return { ...panels.default, ...errors }
}
