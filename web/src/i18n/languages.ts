export const LANGUAGES = ['en', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/** Each language in its own words, which are the same in every translation. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español' }

export function asLanguage(value: string | null | undefined): Language | null {
  return LANGUAGES.find((language) => language === value) ?? null
}
