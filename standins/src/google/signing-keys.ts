import { createPrivateKey, sign } from 'node:crypto'
import { join } from 'node:path'
import { openMemory } from '#runtime/memory.ts'
import { firstKey, type Key, makeKey, strangersKey } from './make-key.ts'

export type SigningKeys = {
  /** What everybody may know, newest first. */
  published(): Promise<ReturnType<typeof publicPart>[]>
  sign(claims: object): Promise<string>
  /** As `sign`, but with a key that Google never heard of under the name of a real one. */
  forge(claims: object): Promise<string>
  /** A new key signs from now on; the one before it is still published, as long as nobody drops it. */
  rotate(options: { dropsOld: boolean }): Promise<void>
  close(): Promise<void>
}

export function openSigningKeys(folder: string): SigningKeys {
  const memory = openMemory(join(folder, 'keys.json'), () => ({ keys: [] as Key[] }))

  /** Nobody waits for a key before one is needed. */
  const newest = async (): Promise<Key> => {
    const made = memory.state.keys[0] ?? (await firstKey())
    // Two may have waited for the same key.
    if (memory.state.keys.length === 0) await memory.change(({ keys }) => keys.push(made))
    return made
  }

  return {
    async published() {
      await newest()
      return memory.state.keys.map(publicPart)
    },
    sign: async (claims) => signed(await newest(), claims),
    forge: async (claims) =>
      signed({ ...(await strangersKey()), kid: (await newest()).kid }, claims),
    async rotate({ dropsOld }) {
      const [old, fresh] = await Promise.all([newest(), makeKey()])
      await memory.change((state) => {
        state.keys = dropsOld ? [fresh] : [fresh, old]
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
