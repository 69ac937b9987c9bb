export const languages = ['en', 'es'] as const

export type Language = (typeof languages)[number]

/** For values from rows and headers: an unsupported language becomes English. */
export const asLanguage = (text: string | null | undefined): Language =>
  languages.find((language) => text?.toLowerCase().startsWith(language)) ?? 'en'
