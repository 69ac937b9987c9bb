/** Several values as one parameter of an array type. */
export const arrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`

/** `in.()` reads as a list of one empty value and means an empty list. */
export const listLiteral = (values: readonly string[]): string =>
  arrayLiteral(values.length === 1 && values[0] === '' ? [] : values)
