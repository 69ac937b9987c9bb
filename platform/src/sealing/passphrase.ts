import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto'
import { promisify } from 'node:util'

/** Names the format. A key derivation with another cost needs another version. */
const HEAD = Buffer.from('sealed by passphrase, 1\n')
const SALT_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16

/** 128 MB and a few tenths of a second for each guess. */
const COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Encrypts bytes so that only the passphrase opens them (scrypt, AES-256-GCM). */
export async function sealByPassphrase(bytes: Uint8Array, passphrase: string): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, 32, COST), iv)
  cipher.setAAD(HEAD)
  const parts = [cipher.update(bytes), cipher.final()]

  return Buffer.concat([HEAD, salt, iv, ...parts, cipher.getAuthTag()])
}

/** null: another passphrase, other bytes, or nothing that was sealed here. */
export async function openByPassphrase(
  sealed: Uint8Array,
  passphrase: string,
): Promise<Buffer | null> {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const begin = HEAD.length + SALT_BYTES + IV_BYTES
  if (!isSealedByPassphrase(bytes) || bytes.length < begin + TAG_BYTES) return null
  const salt = bytes.subarray(HEAD.length, HEAD.length + SALT_BYTES)
  const iv = bytes.subarray(HEAD.length + SALT_BYTES, begin)
  const key = await derive(passphrase, salt, 32, COST)

  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      .setAAD(HEAD)
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(begin, -TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

export const isSealedByPassphrase = (bytes: Uint8Array): boolean =>
  HEAD.equals(bytes.subarray(0, HEAD.length))
