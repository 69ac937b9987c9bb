import { createPrivateKey, generateKeyPair, type JsonWebKey, randomUUID, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { openMemory } from '#runtime/memory.ts'

/** Keys for id tokens. They stay after a reset, because clients cache them. */
export function openSigningKeys(file: string) {
  const memory = openMemory(file, () => ({ keys: [] as Key[] }))

  /** Made on first use. */
  const newest = async (): Promise<Key> => {
    const made = memory.state.keys[0] ?? (await firstKey())
    // Two callers may have waited for the same key.
    if (memory.state.keys.length === 0) await memory.change(({ keys }) => keys.push(made))
    return made
  }

  return {
    /** Public keys, newest first. */
    async published() {
      await newest()
      return memory.state.keys.map(publicPart)
    },
    sign: async (claims: object) => signed(await newest(), claims),
    /** As `sign`, but with an unknown key under a published key id. */
    forge: async (claims: object) =>
      signed({ ...(await unknownKey()), kid: (await newest()).kid }, claims),
    /** Signs with a new key; the previous one stays published unless `dropsOld`. */
    async rotate({ dropsOld }: { dropsOld: boolean }) {
      const [old, added] = await Promise.all([newest(), makeKey()])
      await memory.change((state) => {
        state.keys = dropsOld ? [added] : [added, old]
      })
    },
    close: memory.close,
  }
}

const publicPart = ({ kid, privateJwk: { kty, n, e } }: Key) => ({
  kid,
  kty,
  n,
  e,
  alg: 'RS256',
  use: 'sig',
})

function signed({ kid, privateJwk }: Key, claims: object): string {
  const unsigned = [{ alg: 'RS256', kid, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })

  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`
}

const MODULUS_BITS = 2048

type Key = { kid: string; privateJwk: JsonWebKey }

async function makeKey(): Promise<Key> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })

  return { kid: randomUUID().replaceAll('-', ''), privateJwk: privateKey.export({ format: 'jwk' }) }
}

/** Making a key takes up to a second, so all Google stand-ins of one process start with the same key. */
const firstKey = once(makeKey)

/** A key that is not Google's. */
const unknownKey = once(makeKey)

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined

  return () => {
    result ??= work()
    return result
  }
}
