import type { SsoMapping } from '@app/contract/admin-sso'

/** One claim per line: `unit = department, ou`, `groups[] = memberOf` for all values, ` ?? value` for where none came. */
export const mappingLines = (mapping: SsoMapping): string =>
  Object.entries(mapping)
    .map(([claim, { names, isList, fallback }]) => {
      const ending = fallback === null || fallback === undefined ? '' : ` ?? ${written(fallback)}`
      return `${claim}${isList ? '[]' : ''} = ${names.join(', ')}${ending}`
    })
    .join('\n')

/** `wrong`: the first line that cannot be read. */
export function readMapping(text: string): { mapping: SsoMapping; wrong: string | null } {
  const mapping: SsoMapping = {}

  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, claim = '', list, names = '', , fallback] = LINE.exec(line) ?? []
    const found = names.split(',').flatMap((name) => name.trim() || [])
    if (claim === '' || (found.length === 0 && fallback === undefined))
      return { mapping: {}, wrong: line.trim() }

    mapping[claim] = {
      names: found,
      isList: list !== undefined,
      fallback: fallback === undefined ? null : read(fallback.trim()),
    }
  }
  return { mapping, wrong: null }
}

const LINE = /^\s*([^\s=[\]]+)\s*(\[\])?\s*=\s*(.*?)\s*(\?\?\s*(.+?))?\s*$/

/** Other values than texts are written as JSON, and so are texts that would be read as JSON. */
const written = (value: unknown) =>
  typeof value === 'string' && read(value) === value ? value : JSON.stringify(value)

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
