/** Several values as one parameter of an array type. */
export const arrayLiteral = (values: readonly string[]): string =>
  values.length === 0 ? '{}' : `{"${values.map(escaped).join('","')}"}`

/** Most values need no escape, and a list may hold a hundred thousand of them. */
const escaped = (value: string): string =>
  value.includes('\\') || value.includes('"')
    ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
    : value

/** `in.()` parses as a list of one empty value but means an empty list. */
export const listLiteral = (values: readonly string[]): string =>
  arrayLiteral(values.length === 1 && values[0] === '' ? [] : values)
