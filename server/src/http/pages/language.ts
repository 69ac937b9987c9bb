import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@app/contract/languages'

/** The cookie contains the visitor's choice; without one, the Accept-Language header decides. */
export function chooseLanguage(cookie: string | undefined, accepts: string | undefined): Language {
  if (isLanguage(cookie)) return cookie

  return preferred(accepts ?? '') ?? DEFAULT_LANGUAGE
}

export const chosenBy = (parameter: string | undefined): Language | null =>
  isLanguage(parameter) ? parameter : null

function preferred(accepts: string): Language | undefined {
  return accepts
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean)

      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
    .find(isLanguage)
}
