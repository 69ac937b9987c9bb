import { generateKeyPair, type JsonWebKey, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'

const MODULUS_BITS = 2048

export type Key = { kid: string; privateJwk: JsonWebKey }

export async function makeKey(): Promise<Key> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })

  return { kid: randomUUID().replaceAll('-', ''), privateJwk: privateKey.export({ format: 'jwk' }) }
}

/** Making a key takes up to a second, so all Google stand-ins of one process start with the same key. */
export const firstKey = once(makeKey)

/** A key that is not Google's. */
export const unknownKey = once(makeKey)

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined

  return () => {
    result ??= work()
    return result
  }
}
