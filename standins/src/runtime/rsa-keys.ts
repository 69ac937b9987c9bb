import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

export async function makeRsaKey(): Promise<KeyObject> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })

  return privateKey
}

/** Making a key takes up to a second, so all stand-ins of one process share what was made first. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined

  return () => {
    result ??= work()
    return result
  }
}
