export type SyncWords = typeof import('./words/en.ts')

/** Each language is a file, loaded when it is wanted. */
export const loadSyncWords = async (language: string): Promise<SyncWords> =>
  (await import(`./words/${language}.ts`)) as SyncWords
