/** A sentence that depends on a count: a form for each plural category of its language, `other` for the rest. */
export type Plural = { other: string } & { [Category in Intl.LDMLPluralRule]?: string }

/** The paths of all sentences in a tree of messages: `area.key`. */
export type MessageKeyOf<Messages> = {
  [Key in keyof Messages & string]: Messages[Key] extends string
    ? Key
    : keyof Messages[Key] extends Intl.LDMLPluralRule
      ? Key
      : `${Key}.${MessageKeyOf<Messages[Key]>}`
}[keyof Messages & string]

type Values = Record<string, string | number>

export type Translator<Key extends string, Language extends string> = {
  language: Language
  t: (key: Key, values?: Values) => string
  number: (value: number, options?: Intl.NumberFormatOptions) => string
  date: (value: Date, options?: Intl.DateTimeFormatOptions) => string
}

/** The application provides its messages; their type determines the keys that `t` accepts. */
export function createTranslator<Messages, Language extends string>(
  language: Language,
  messages: Messages,
): Translator<MessageKeyOf<Messages>, Language> {
  const plurals = new Intl.PluralRules(language)
  const number = (value: number, options?: Intl.NumberFormatOptions) =>
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
    return plural[plurals.select(Number(count))] ?? plural.other
  }
}

const CATEGORIES = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

export const isPlural = (message: object): message is Plural =>
  'other' in message && Object.keys(message).every((key) => CATEGORIES.has(key))

function find(messages: unknown, key: string): string | Plural {
  // The key's type has already proven that the path ends at a sentence.
  return key.split('.').reduce((tree, step) => (tree as Record<string, unknown>)[step], messages) as
    | string
    | Plural
}
