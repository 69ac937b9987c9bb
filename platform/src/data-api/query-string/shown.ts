const NAMED: Record<string, string> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\0': '\\NUL',
}

/** Text in double quotes, with non-printable characters as their number. */
export const shown = (text: string): string =>
  `"${[...text].map((character) => (character === '"' ? '\\"' : plain(character))).join('')}"`

/** A single character in single quotes. */
export const shownCharacter = (character: string): string =>
  `'${character === "'" ? "\\'" : plain(character)}'`

function plain(character: string): string {
  const named = NAMED[character]
  if (named !== undefined) return named
  const code = character.codePointAt(0) ?? 0

  return code >= 32 && code < 127 ? character : `\\${code}`
}

export const characterAt = (text: string, at: number): string =>
  String.fromCodePoint(text.codePointAt(at) ?? 0)
