import { DEFAULT_LANGUAGE, type Language } from '@app/contract/languages'

type Translated<Field extends string> = {
  [Column in `${Field}_${typeof DEFAULT_LANGUAGE}`]: string
}

/** A text with a column per language, such as `title_en`. A language without a column uses the default. */
export function rowText<Field extends string>(
  row: Translated<Field>,
  field: Field,
  language: Language,
): string {
  const columns: Record<string, unknown> = row
  const text = columns[`${field}_${language}`]

  return typeof text === 'string' ? text : String(columns[`${field}_${DEFAULT_LANGUAGE}`])
}
