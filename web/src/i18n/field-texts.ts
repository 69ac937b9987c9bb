import type { MessageKey, Translator } from './messages.ts'

/** Converts a form's field errors from message keys to texts. */
export function fieldTexts<Name extends string>(
  t: Translator['t'],
  errors: { [Field in Name]?: MessageKey | null },
): { [Field in Name]?: string } {
  const found = Object.entries(errors).filter(([, key]) => key) as [Name, MessageKey][]

  return Object.fromEntries(found.map(([field, key]) => [field, t(key)])) as {
    [Field in Name]?: string
  }
}
