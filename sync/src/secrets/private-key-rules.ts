import type { Cursor } from './cursor.ts'
import { charset } from './cursor.ts'
import { isRandomBody, looksRandom } from './random-text.ts'
import type { SecretRule } from './secret-rule.ts'

const HEADER = /^-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/
const HEADER_CHARACTERS = 110
const BODY_CHARACTERS = 400
/** Line breaks, also escaped in strings, and the joints between string lines. */
const JOINTS = /\\+[nrt]|[\s"'`+,\\|]+/g

/** A header without a key is code that reads or writes keys. */
const pem: SecretRule = {
  kind: 'private_key',
  anchors: ['-----BEGIN '],
  match(cursor, start) {
    const [header] = HEADER.exec(cursor.slice(start, start + HEADER_CHARACTERS)) ?? []
    if (header === undefined) return null
    const end = start + header.length

    return { start, end, isReal: hasBody(cursor, end) }
  },
}

function hasBody(cursor: Cursor, at: number): boolean {
  const [body = ''] = cursor.slice(at, at + BODY_CHARACTERS).split('-----END', 1)
  // Lines such as `Proc-Type: 4,ENCRYPTED` precede the key.
  const runs = body.replace(JOINTS, '').match(/[A-Za-z0-9/=]{40,}/g) ?? []

  return runs.some(isRandomBody)
}

const putty: SecretRule = {
  kind: 'private_key',
  anchors: ['PuTTY-User-Key-File-'],
  match: (_, start, anchor) => ({ start, end: start + anchor.length, isReal: true }),
}

const URL_CHARACTERS = charset(/[\w-]/)
const JWK_NEAR = 300

/** The private number of a JSON key; a public one has none. */
const jwk: SecretRule = {
  kind: 'private_key',
  anchors: ['"d":"', '"d": "'],
  match(cursor, at, anchor) {
    const start = at + anchor.length
    const end = cursor.runEnd(URL_CHARACTERS, start)
    if (end - start < 40 || !cursor.startsWith('"', end)) return null
    const near = cursor.slice(at - JWK_NEAR, start) + cursor.slice(end, end + JWK_NEAR)

    return {
      start,
      end,
      isReal: near.includes('"kty"') && looksRandom(cursor.slice(start, start + 64), 40),
    }
  },
}

export const PRIVATE_KEY_RULES: readonly SecretRule[] = [pem, putty, jwk]
