import type { Language } from './languages.ts'

/** English is the measure: a key that another language lacks, or that nobody wrote, does not compile. */
export type Messages = typeof import('./en.json')

export type MessageKey = LeafPath<Messages>

/** A sentence that depends on a count, by the categories of Intl.PluralRules. */
export type Plural = { one: string; other: string }

type LeafPath<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string | Plural
    ? Key
    : `${Key}.${LeafPath<Tree[Key]>}`
}[keyof Tree & string]

// Each language is a chunk of its own: nobody downloads the words of the other.
const LOADERS: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('./en.json'),
  es: () => import('./es.json'),
}

export async function loadMessages(language: Language): Promise<Messages> {
  return (await LOADERS[language]()).default
}
