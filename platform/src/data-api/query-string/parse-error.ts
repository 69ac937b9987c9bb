import { characterAt, shown } from './shown.ts'

/**
 * Where parsing stopped, what was found there, and what was expected. Clients read `details`, so the message follows the format of
 * PostgREST's parser.
 */
export type ParseError = {
  readonly at: number
  /** The index of the unexpected character; past the last index at the end of the text. */
  readonly met: number | undefined
  /** Names that a rule refused, which is more precise than one character. */
  readonly refused: readonly string[]
  readonly expected: readonly string[]
}

export const noError: ParseError = { at: 0, met: undefined, refused: [], expected: [] }

export const isError = ({ met, refused, expected }: ParseError) =>
  met !== undefined || refused.length > 0 || expected.length > 0

/** Keeps the error at the later position; errors at one position are merged. */
export function mergeErrors(first: ParseError, second: ParseError): ParseError {
  if (!isError(second)) return first
  if (!isError(first)) return second
  if (first.at !== second.at) return first.at > second.at ? first : second

  return {
    at: first.at,
    met: first.met ?? second.met,
    refused: [...first.refused, ...second.refused],
    expected: [...first.expected, ...second.expected],
  }
}

export function describeError(text: string, { met, refused, expected }: ParseError): string {
  const unexpected = anyOf(refused) || (met === undefined ? '' : whatStands(text, met))

  return [
    unexpected && `unexpected ${unexpected}`,
    expected.length > 0 && `expecting ${anyOf(expected)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function describePosition(text: string, at: number): string {
  let line = 1
  let column = 1
  for (const character of text.slice(0, at)) {
    if (character === '\n') {
      line += 1
      column = 1
    } else {
      column = character === '\t' ? column + 8 - ((column - 1) % 8) : column + 1
    }
  }
  return `(line ${line}, column ${column})`
}

const whatStands = (text: string, at: number): string =>
  at < text.length ? shown(characterAt(text, at)) : 'end of input'

function anyOf(words: readonly string[]): string {
  const different = [...new Set(words.filter((word) => word !== ''))]
  const last = different.pop() ?? ''

  return different.length === 0 ? last : `${different.join(', ')} or ${last}`
}
