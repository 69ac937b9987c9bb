import { generateKeyPair, type JsonWebKey, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'

const MODULUS_BITS = 2048

export type Key = { kid: string; privateJwk: JsonWebKey }

export async function makeKey(): Promise<Key> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })

  return { kid: randomUUID().replaceAll('-', ''), privateJwk: privateKey.export({ format: 'jwk' }) }
}

/** A key takes up to a second to make: all Googles of one process begin with the same, and rotation parts them. */
export const firstKey = once(makeKey)

/** Somebody's who is not Google. */
export const strangersKey = once(makeKey)

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined

  return () => {
    result ??= work()
    return result
  }
}
