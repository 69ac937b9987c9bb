const MOST_NAMES = 1000

const names = new Map<string, string>()

/**
 * A name under which this text is prepared once per connection. Texts written in our source are few;
 * the bound keeps a text built at run time from filling every connection with prepared statements.
 */
export function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return ''

  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
