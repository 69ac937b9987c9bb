import { createPublicKey, generateKeyPair } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const MODULUS_BITS = 2048

/**
 * The app's private key, which the product signs its JWTs with. Kept in a file, because the start script passes it to the
 * product before this stand-in runs.
 */
export function openAppKey(folder: string) {
  const file = join(folder, 'app-key.pem')
  let pem: Promise<string> | undefined
  const privatePem = () => {
    pem ??= readFile(file, 'utf8').catch(() => makeFile(file))
    return pem
  }

  return { privatePem, publicKey: async () => createPublicKey(await privatePem()) }
}

async function makeFile(file: string): Promise<string> {
  await writeFile(file, await firstKey(), { mode: 0o600 })

  return readFile(file, 'utf8')
}

/** Making a key takes up to a second, so all GitHub stand-ins of one process share it. */
let first: Promise<string> | undefined
function firstKey(): Promise<string> {
  first ??= makePem()

  return first
}

async function makePem(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })

  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}
