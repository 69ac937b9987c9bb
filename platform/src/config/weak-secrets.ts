import { createHmac } from 'node:crypto'

/** Values published in documentation, examples, tools or tests, both ours and others'. */
const PUBLISHED = [
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
  'your-encryption-key-32-chars-min',
  'reallyreallyreallyreallyverysafe',
  'your-256-bit-secret',
  'a-string-secret-at-least-256-bits-long',
  'UpNVntn3cDxHJpq99YMc1T1AQgQpc8kfYTuRgBiYa15BLrx8etQoXz3gZv1/u2oq',
  'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
  'a-secret-of-the-tests-with-more-than-32-characters',
  'a-secret-of-more-than-thirty-two-characters',
  'a secret for tests, at least 32 characters long',
  'a secret of the tests that is long enough',
  'a secret that is long enough for HS256',
  'a secret for measuring, at least 32 characters',
  'the other side signs with a secret too: HS256',
  'the data API is measured with this one, 32 bytes',
]

/** Random secrets do not contain these words. */
const PLACEHOLDER =
  /secret|pass.?word|change.?me|replace.?me|place.?holder|example|insecure|at.least|of_the_tests|hunter2|qwerty|letmein|deadbeef|1234567|abcdefg/i

const FEWEST_CHARACTERS = 8
const FEWEST_BYTES = 16
/** Of random hexadecimal digits, one in five follows its neighbour. */
const MOST_SMALL_STEPS = 0.75

/** Returns why a secret is weak, or null; the message never quotes the secret. `prefix` matches a prefix that only names the kind of secret. */
export function weaknessOf(secret: string, prefix = /^/): string | null {
  if (PUBLISHED.includes(secret)) return 'is one that everybody knows'
  const drawn = secret.replace(prefix, '')
  const codes = [...drawn].map((one) => one.codePointAt(0) ?? 0)

  return PLACEHOLDER.test(drawn) || hasPattern(codes, FEWEST_CHARACTERS)
    ? 'is one that everybody could guess'
    : null
}

/** The same check for the bytes of a key, which may also be text. */
export function weaknessOfBytes(bytes: Uint8Array): string | null {
  const asText = Buffer.from(bytes).toString('latin1')
  if (/^[ -~]+$/.test(asText) && weaknessOf(asText)) return weaknessOf(asText)

  return hasPattern([...bytes], FEWEST_BYTES) ? 'is one that everybody could guess' : null
}

/** A legacy key from Supabase's examples, or one signed with a published secret. */
export function isPublishedJwt(token: string): boolean {
  const [header = '', payload = '', signature = ''] = token.split('.')
  if (issuerIn(payload) === 'supabase-demo') return true

  return PUBLISHED.some(
    (secret) =>
      createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url') === signature,
  )
}

function issuerIn(payload: string): unknown {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())

    return typeof claims === 'object' && claims !== null && 'iss' in claims ? claims.iss : undefined
  } catch {
    return undefined
  }
}

/** Finds few distinct values, a repeated sequence, or mostly consecutive values. */
function hasPattern(values: readonly number[], fewest: number): boolean {
  const steps = values.slice(1).map((value, i) => Math.abs(value - (values[i] ?? 0)))
  const small = steps.filter((step) => step <= 1).length

  return (
    new Set(values).size < fewest || isRepeated(values) || small > steps.length * MOST_SMALL_STEPS
  )
}

function isRepeated(values: readonly number[]): boolean {
  for (let period = 1; period <= values.length / 2; period++) {
    if (values.every((value, i) => i < period || value === values[i - period])) return true
  }
  return false
}
