import type { Messages } from './books.ts'
import type { Language } from './languages.ts'
import type { MessageKey, Plural } from './messages.ts'

type Values = Record<string, string | number>

export type Translator = {
  language: Language
  t: (key: MessageKey, values?: Values) => string
  number: (value: number, options?: Intl.NumberFormatOptions) => string
  date: (value: Date, options?: Intl.DateTimeFormatOptions) => string
}

export function createTranslator(language: Language, messages: Messages): Translator {
  const plurals = new Intl.PluralRules(language)
  const number: Translator['number'] = (value, options) =>
    new Intl.NumberFormat(language, options).format(value)

  return {
    language,
    number,
    date: (value, options) => new Intl.DateTimeFormat(language, options).format(value),
    t: (key, values = {}) => {
      const found = find(messages, key)
      const sentence = typeof found === 'string' ? found : inflect(found, values.count)

      return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
        const value = values[name] ?? placeholder
        return typeof value === 'number' ? number(value) : value
      })
    },
  }

  function inflect(plural: Plural, count: string | number | undefined): string {
    return plurals.select(Number(count)) === 'one' ? plural.one : plural.other
  }
}

function find(messages: Messages, key: MessageKey): string | Plural {
  // The key's type has already proven that the path ends at a sentence.
  return key
    .split('.')
    .reduce<unknown>((tree, step) => (tree as Record<string, unknown>)[step], messages) as
    | string
    | Plural
}
