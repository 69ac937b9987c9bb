export const languages = ['en', 'es'] as const

export type Language = (typeof languages)[number]

/** For what comes from a row or a header: anything we do not speak becomes English. */
export const asLanguage = (text: string | null | undefined): Language =>
  languages.find((language) => text?.toLowerCase().startsWith(language)) ?? 'en'
