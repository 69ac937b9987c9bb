import * as z from 'zod/mini'

// PostgreSQL cannot store NUL or lone surrogates, which JavaScript and JSON allow.
const UNSTORABLE = /[\0\p{Surrogate}]/u
const EACH_UNSTORABLE = new RegExp(UNSTORABLE, 'gu')

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** For text whose error should name the field; whole bodies are checked when parsed. */
export const storable = z.refine<string>(isStorable, {
  error: 'It holds a character that cannot be stored',
})

/** The beginning of a text, in storable form. A cut never splits a surrogate pair. */
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
 * Replaces unstorable characters in JSON that arrived as UTF-8. Works on the text, because checking every value takes many times longer for
 * large bodies.
 */
export const storableJson = (json: string): string =>
  json.replace(ESCAPES, (found, at: number) => {
    if (!isEscape(json, at)) return found.length === PAIR_CHARACTERS ? withoutFirst(found) : found

    return found.length === PAIR_CHARACTERS ? found : '\\ufffd'
  })

/** After an escaped backslash the first half is plain text, and the second is alone. */
const withoutFirst = (pair: string): string => `${pair.slice(0, PAIR_CHARACTERS / 2)}\\ufffd`

/** Whether a backslash begins an escape, rather than being escaped itself. */
function isEscape(json: string, at: number): boolean {
  let before = at
  while (json[before - 1] === '\\') before -= 1

  return (at - before) % 2 === 0
}

export const isStorableJson = (json: string): boolean => storableJson(json) === json
