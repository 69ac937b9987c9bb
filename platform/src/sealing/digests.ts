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

  const keyFor = rememberDerived()

  return {
    digest: (text, purpose) => digestUnder(keyFor(newest, purpose), text),
    candidates: (text, purpose) => keys.map((key) => digestUnder(keyFor(key, purpose), text)),
  }
}

/** Derived once for each key and purpose: deriving takes longer than the digest itself. Purposes are few and fixed. */
function rememberDerived(): (key: Key, purpose: string) => Buffer {
  const derived = new Map<string, Buffer>()

  return (key, purpose) => {
    const name = `${key.id}|${purpose}`
    const known = derived.get(name)
    if (known) return known

    const made = Buffer.from(hkdfSync('sha256', key.bytes, '', `digest|${purpose}`, 32))
    derived.set(name, made)
    return made
  }
}

const digestUnder = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')
