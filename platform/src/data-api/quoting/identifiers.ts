import type { Name } from '#data-api/schema-cache/schema.ts'

/** PostgreSQL silently truncates longer identifiers, so two may become equal. */
const LONGEST_BYTES = 63

/** Doubles quotes and cuts at a NUL, where PostgreSQL would stop parsing the statement. */
export function quoteName(name: string): string {
  const nul = name.indexOf('\0')
  const safe = nul === -1 ? name : name.slice(0, nul)

  return `"${safe.includes('"') ? safe.replaceAll('"', '""') : safe}"`
}

export const qualified = ({ schema, name }: Name): string =>
  `${quoteName(schema)}.${quoteName(name)}`

export const columnOf = (ref: string, column: string): string =>
  column === '*' ? `${ref}.*` : `${ref}.${quoteName(column)}`

/** The value, passed to the function if one exists. */
export const calledWith = (by: Name | undefined, value: string): string =>
  by === undefined ? value : `${qualified(by)}(${value})`

/** A literal for a value from the catalog; values of clients are always parameters. */
export const quoteLiteral = (text: string): string =>
  text.includes('\\')
    ? ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`

/** An alias that begins with a name and stays unique even if the name is long. */
export function aliasFor(name: string, ending: string): string {
  const room = LONGEST_BYTES - Buffer.byteLength(ending)
  if (Buffer.byteLength(name) <= room) return name + ending

  let cut = name.slice(0, room)
  while (Buffer.byteLength(cut) > room) cut = cut.slice(0, -1)
  return cut + ending
}
