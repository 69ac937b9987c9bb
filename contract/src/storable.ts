import * as z from 'zod/mini'

// PostgreSQL stores neither NUL nor one half of a surrogate pair; strings of JavaScript and JSON can hold both.
const UNSTORABLE = /[\0\p{Surrogate}]/u
const EACH_UNSTORABLE = new RegExp(UNSTORABLE, 'gu')

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** For text whose field should be named; whole bodies are checked where they are read. */
export const storable = z.refine<string>(isStorable, {
  error: 'It holds a character that cannot be stored',
})

/** The beginning of a text, as it can be stored. A cut never splits a surrogate pair. */
export const cut = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replace(text.length > most ? /[\ud800-\udbff]$/ : '', '')
    .replace(EACH_UNSTORABLE, '\ufffd')

/** NUL, a pair, or one half of a pair, as JSON escapes them. */
const ESCAPES =
  /\\(?:u0000|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2})/g

const PAIR_CHARACTERS = '\\ud83d\\ude00'.length

/**
 * A JSON text that came as UTF-8, with what cannot be stored replaced. On the text, because a parser that looks at every
 * value takes many times longer for large bodies.
 */
export const storableJson = (json: string): string =>
  json.replace(ESCAPES, (found, at: number) => {
    if (!isEscape(json, at)) return found.length === PAIR_CHARACTERS ? withoutFirst(found) : found

    return found.length === PAIR_CHARACTERS ? found : '\\ufffd'
  })

/** After an escaped backslash the first half is plain text, and the second stands alone. */
const withoutFirst = (pair: string): string => `${pair.slice(0, PAIR_CHARACTERS / 2)}\\ufffd`

/** Whether a backslash begins an escape, rather than being escaped itself. */
function isEscape(json: string, at: number): boolean {
  let before = at
  while (json[before - 1] === '\\') before -= 1

  return (at - before) % 2 === 0
}

export const isStorableJson = (json: string): boolean => storableJson(json) === json
