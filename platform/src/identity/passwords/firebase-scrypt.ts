import { createCipheriv, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

type Scrypt = (
  password: string,
  salt: Buffer,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>

const scrypt = promisify(scryptCallback) as Scrypt

const FORMAT =
  /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=(\d+)(?:,ss=([^,$]*))?(?:,sk=([^,$]*))?\$([^$]+)\$([^$]+)$/

const MAX_MEMORY_BYTES = 256 * 1024 * 1024
const NO_IV = Buffer.alloc(16)

/** Whether it is a hash exported from Firebase that can be checked within the memory limit. */
export const isFirebaseScrypt = (hash: string): boolean => {
  const cost = FORMAT.exec(hash)

  return cost !== null && 128 * 2 ** Number(cost[1]) * Number(cost[2]) < MAX_MEMORY_BYTES
}

/** Firebase encrypts its project's signer key with the scrypt of the password and stores the result. */
export async function verifyFirebaseScrypt(password: string, hash: string): Promise<boolean> {
  const [, n, r, p, separator = '', signerKey = '', salt = '', expected = ''] =
    FORMAT.exec(hash) ?? []
  const bytes = (text: string) => Buffer.from(text, 'base64')

  const key = await scrypt(password, Buffer.concat([bytes(salt), bytes(separator)]), 32, {
    N: 2 ** Number(n),
    r: Number(r),
    p: Number(p),
    maxmem: MAX_MEMORY_BYTES,
  })
  const cipher = createCipheriv('aes-256-ctr', key, NO_IV)
  const made = Buffer.concat([cipher.update(bytes(signerKey)), cipher.final()])
  const kept = bytes(expected)

  return made.length > 0 && made.length === kept.length && timingSafeEqual(made, kept)
}
