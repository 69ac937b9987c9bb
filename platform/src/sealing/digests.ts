import { createHmac, hkdfSync } from 'node:crypto'

/**
 * Digests that nobody can make who lacks our keys, for codes so short that a plain digest would be
 * undone by trying them all. `purpose` keeps a digest made for one thing from passing for another.
 */
export type Digests = {
  digest(text: string, purpose: string): string
  /** Under every key, so that what was made before a rotation is still recognised. */
  candidates(text: string, purpose: string): string[]
}

type Key = { id: string; bytes: Buffer }

/** Keys in the order of their age; the last one makes new digests. */
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
