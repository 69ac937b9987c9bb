import { LANGUAGES, type Language } from '@app/contract/languages'
import type { Guide } from './guide.ts'
import { folderOf, type GuideEntry } from './guides.ts'

export type GuideTexts = Record<Language, Guide>

// Relative to the web folder, the root of its build.
const FILES = import.meta.glob<Guide>('/guides/*/*.md', { import: 'guide' })

/** Loads all languages: each has a few kilobytes, and switching then needs no loading. */
export async function loadGuide(entry: GuideEntry): Promise<GuideTexts> {
  const texts = LANGUAGES.map(async (language) => {
    const load = FILES[`/guides/${folderOf(entry)}/${language}.md`]
    if (!load) throw new Error(`the guide ${entry.path} has no text in ${language}`)

    return [language, await load()]
  })

  return Object.fromEntries(await Promise.all(texts)) as GuideTexts
}
