import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/**
 * Seals secrets at rest. `place` is where the secret is stored (`table|column|row id`): copied to another row or column, it cannot be
 * opened.
 */
export type Keyring = {
  seal(secret: string, place: string): string
  open(sealed: string, place: string): string
  /** True if it was sealed with an older key: re-seal it when it is read. */
  isOutdated(sealed: string): boolean
  /** The id of the key that seals. */
  readonly sealsWith: string
}

type Key = { id: string; bytes: Buffer }
type ExtractedKey = ReturnType<typeof extract>

const VERSION = 'enc1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Keys ordered by age; the last one seals, all of them open. */
export function keyring(raw: readonly Key[]): Keyring {
  const keys = raw.map(extract)
  const newest = keys.at(-1)
  if (!newest) throw new Error('A keyring needs a key')

  return {
    seal: (secret, place) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(newest, place), iv, {
        authTagLength: TAG_BYTES,
      }).setAAD(Buffer.from(place))
      const parts = [iv, Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])]

      return [VERSION, newest.id, ...[...parts, cipher.getAuthTag()].map(toText)].join('.')
    },
    open: (sealed, place) => {
      const { keyId, iv, text, tag } = parse(sealed)
      const key = keys.find(({ id }) => id === keyId)
      if (!key) throw new Error(`Sealed under key ${keyId}, which is not on the keyring`)

      const decipher = createDecipheriv('aes-256-gcm', keyFor(key, place), iv, {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    },
    isOutdated: (sealed) => parse(sealed).keyId !== newest.id,
    sealsWith: newest.id,
  }
}

/**
 * Each place has a derived key, so that no key approaches its limit of IVs: HKDF (RFC 5869) with SHA-256 and no salt. A 32-byte key is one
 * block. The first of the two HKDF steps runs once per key of the ring.
 */
const keyFor = ({ extracted }: ExtractedKey, place: string): Buffer =>
  createHmac('sha256', extracted).update(place).update(FIRST_BLOCK).digest()

const FIRST_BLOCK = Buffer.from([1])
const NO_SALT = Buffer.alloc(32)

const extract = ({ id, bytes }: Key) => ({
  id,
  extracted: createHmac('sha256', NO_SALT).update(bytes).digest(),
})

const toText = (bytes: Buffer) => bytes.toString('base64url')

function parse(sealed: string) {
  const [version, keyId, iv, text, tag, ...rest] = sealed.split('.')
  const bytes = [iv, text, tag].map((part) => Buffer.from(part ?? '', 'base64url'))
  const [ivBytes, textBytes, tagBytes] = bytes

  if (
    version !== VERSION ||
    !keyId ||
    rest.length > 0 ||
    ivBytes?.length !== IV_BYTES ||
    // The cipher would accept a shorter tag, which is easier to forge.
    tagBytes?.length !== TAG_BYTES ||
    !textBytes
  ) {
    throw new Error('Not a sealed text')
  }
  return { keyId, iv: ivBytes, text: textBytes, tag: tagBytes }
}
