/**
 * - `password`: chosen by a person
 * - `secret`: made to be one, of any form
 * - `key`: many keys are none, so its value must be long
 */
export type NameClass = 'password' | 'secret' | 'key'

const PASSWORDS = new Set('password passwd passphrase passwort pass pwd contrasena'.split(' '))
const SECRETS = new Set(
  'secret token apikey authtoken accesstoken accesskey secretkey privatekey pat jwt bearer credential credentials authorization apitoken authkey'.split(
    ' ',
  ),
)
/** Words that mark a key as secret. */
const KEY_OWNERS = new Set(
  'api secret access private auth encryption signing service role admin master account shared license subscription webhook deploy jwt session'.split(
    ' ',
  ),
)
/** Words for where or how a value is used, not what it is. */
const ENDINGS = new Set(
  'value val str string base prod production dev development test live staging default raw plain v'.split(
    ' ',
  ),
)
/** Words for public keys, or keys that are not cryptographic. */
const PUBLIC = new Set(
  'public publishable pub anon site search cache sort primary foreign query partition idempotency i18n translation locale object route hot arrow csrf xsrf design color colour css syntax cancel mint page next continuation cursor map dedupe shortcut lookup group row item field react component host known'.split(
    ' ',
  ),
)
/** Build tools include such variables in the page. */
const PUBLIC_PREFIX = /^(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|PUBLIC|GATSBY)_/

/** The class of a value by the last words of its name; null if not secret. */
export function classOfName(whole: string): NameClass | null {
  const name = whole.slice(whole.lastIndexOf('.') + 1)
  const words = wordsOf(name)
  while (words.length > 1 && isEnding(words.at(-1) ?? '')) words.pop()
  const last = singular(words.pop() ?? '')
  if (PASSWORDS.has(last)) return 'password'
  if (last === 'auth') return name.startsWith('_') ? 'secret' : null
  if (last === 'secret' || words.includes('secret') || words.includes('private')) {
    return last === 'key' || SECRETS.has(last) ? 'secret' : null
  }
  if (words.some((word) => PUBLIC.has(word)) || PUBLIC_PREFIX.test(name)) return null
  if (SECRETS.has(last)) return 'secret'
  if (last !== 'key' || words.length === 0) return null

  return words.some((word) => KEY_OWNERS.has(singular(word))) ? 'secret' : 'key'
}

const isEnding = (word: string): boolean => ENDINGS.has(word) || /^\d+$/.test(word)

const singular = (word: string): string => (word.length > 4 ? word.replace(/s$/, '') : word)

/** `myApiKey`, `MY_API_KEY`, `my-api-key` and `config.myAPIKey` have the same last words. */
export const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase())
