import { loadSyncWords, type SyncWords } from '@app/sync/words'

/** English defines the keys; a test of the web compares the other languages. */
export type PanelWords = typeof import('./texts/en.json') & SyncWords

/** The texts of all panels, and of the engine's errors, for an application's messages. Each language is a file. */
export async function loadPanelWords(language: string): Promise<PanelWords> {
  const [panels, sync] = await Promise.all([
    import(`./texts/${language}.json`) as Promise<{ default: typeof import('./texts/en.json') }>,
    loadSyncWords(language),
  ])

  return { ...panels.default, ...sync }
}
