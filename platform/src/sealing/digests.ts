import { createHmac, hkdfSync } from 'node:crypto'

/**
 * Keyed digests (HMAC) for codes so short that a plain digest could be brute-forced. `purpose` separates digests of
 * different uses.
 */
export type Digests = {
  digest(text: string, purpose: string): string
  /** One digest per key, so that digests made before a rotation are still recognised. */
  candidates(text: string, purpose: string): string[]
}

type Key = { id: string; bytes: Buffer }

/** Keys ordered by age; the last one makes new digests. */
export function openDigests(keys: readonly Key[]): Digests {
  const newest = keys.at(-1)
  if (!newest) throw new Error('Digests need a key')

  return {
    digest: (text, purpose) => digestUnder(newest, text, purpose),
    candidates: (text, purpose) => keys.map((key) => digestUnder(key, text, purpose)),
  }
}

function digestUnder(key: Key, text: string, purpose: string): string {
  const derived = Buffer.from(hkdfSync('sha256', key.bytes, '', `digest|${purpose}`, 32))

  return createHmac('sha256', derived).update(text).digest('hex')
}
