import { LANGUAGES, type Language } from '@app/contract/languages'
import type { Messages } from './namespaces.ts'

const FILES: Record<string, { default: object }> = import.meta.glob('./*/*.json', { eager: true })
const PANELS: Record<string, { default: object }> = import.meta.glob(
  '../../../sync-panels/src/words/texts/*.json',
  { eager: true },
)

/** For tests: the namespaces of all languages, which browsers load individually. */
export const allNamespaces = perLanguage((language) =>
  Object.fromEntries([
    ...Object.entries(FILES)
      .filter(([path]) => path.startsWith(`./${language}/`))
      .map(([path, file]) => [path.replace(/^.*\/|\.json$/g, ''), file.default] as const),
    ...Object.entries(PANELS)
      .filter(([path]) => path.endsWith(`/${language}.json`))
      .map(([, file]) => ['panels', file.default] as const),
  ]),
)

export const allMessages = perLanguage(
  (language) => Object.assign({}, ...Object.values(allNamespaces[language])) as Messages,
)

function perLanguage<Value>(make: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<
    Language,
    Value
  >
}
