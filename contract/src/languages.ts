/**
 * The supported languages. Pages, mails, messages and the database's checks derive from this list. Another one needs a line here, a line
 * in each registry of texts that the compiler then names, and its own files.
 */
export const LANGUAGES = ['en', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/** For content without a supported language. */
export const DEFAULT_LANGUAGE = 'en' satisfies Language

/** Each language's own name, identical in every translation. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español' }

export const isLanguage = (text: string | null | undefined): text is Language =>
  LANGUAGES.some((language) => language === text)

/** Parses values from rows and headers, such as `es-MX`; unsupported ones become the default. */
export const languageOf = (text: string | null | undefined): Language =>
  LANGUAGES.find((language) => text?.toLowerCase().startsWith(language)) ?? DEFAULT_LANGUAGE
