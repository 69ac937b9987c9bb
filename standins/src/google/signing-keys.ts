import { createPrivateKey, generateKeyPair, type JsonWebKey, randomUUID, sign } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openMemory } from '#frame/memory.ts'

const MODULUS_BITS = 2048
const KEPT = 2

type Key = { kid: string; privateJwk: JsonWebKey }

export type SigningKeys = {
  /** What everybody may know, newest first. */
  published(): ReturnType<typeof publicPart>[]
  sign(claims: object): string
  /** As `sign`, but with a key that Google never heard of under the name of a real one. */
  forge(claims: object): Promise<string>
  /** A new key signs from now on; the one before it is still published, as long as nobody drops it. */
  rotate(options: { dropsOld: boolean }): Promise<void>
  close(): Promise<void>
}

export async function openSigningKeys(folder: string): Promise<SigningKeys> {
  const memory = openMemory(join(folder, 'keys.json'), () => ({ keys: [] as Key[] }))

  const rotate = async ({ dropsOld }: { dropsOld: boolean }) => {
    const key = await makeKey()
    await memory.change((state) => {
      state.keys = dropsOld ? [key] : [key, ...state.keys].slice(0, KEPT)
    })
  }
  const newest = (): Key => {
    const [key] = memory.state.keys
    if (!key) throw new Error('There is no key to sign with.')
    return key
  }
  if (memory.state.keys.length === 0) await rotate({ dropsOld: true })

  return {
    published: () => memory.state.keys.map(publicPart),
    sign: (claims) => signed(newest(), claims),
    forge: async (claims) => signed({ ...(await makeKey()), kid: newest().kid }, claims),
    rotate,
    close: memory.close,
  }
}

async function makeKey(): Promise<Key> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })

  return { kid: randomUUID().replaceAll('-', ''), privateJwk: privateKey.export({ format: 'jwk' }) }
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
