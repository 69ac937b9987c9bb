/**
 * The languages that people read. Pages, mails, messages and the database's checks derive from this list; a further one
 * needs a line here, one in each registry of texts that the compiler names then, and files of its own.
 */
export const LANGUAGES = ['en', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/** For whatever comes in no language of ours. */
export const DEFAULT_LANGUAGE = 'en' satisfies Language

/** Each language in its own words, which are the same in every translation. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español' }

export const isLanguage = (text: string | null | undefined): text is Language =>
  LANGUAGES.some((language) => language === text)

/** For values from rows and headers, such as `es-MX`: an unsupported language becomes the default. */
export const languageOf = (text: string | null | undefined): Language =>
  LANGUAGES.find((language) => text?.toLowerCase().startsWith(language)) ?? DEFAULT_LANGUAGE
