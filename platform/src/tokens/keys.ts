import { createPrivateKey, createSecretKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { type CryptoKey, importJWK, type JWK } from 'jose'
import { StartError } from '#errors/start-error.ts'

export type KeyMaterial = {
  /** The set of JWT_KEYS: one key signs, all of them verify. */
  jwks: readonly JWK[]
  /** JWT_SECRET: verifies HS256 tokens that name no key, and signs if there is no set. */
  secret: string | null
}

export type Key = { kid: string | undefined; alg: string; key: CryptoKey }

/** Node's own key type: a CryptoKey can only be converted to it if extractable. */
export type Signer = { kid: string | undefined; alg: string; key: KeyObject }

export type Keys = {
  signer: Signer
  /** Finds the key named in a token's header; the header's algorithm never selects the key. */
  find(header: { kid?: unknown; alg?: unknown }): Key | undefined
  /** The public keys; symmetric keys are not included. */
  published: JWK[]
}

/** Imports the configured keys; throws a one-sentence error if they are unusable. */
export async function importKeys({ jwks, secret }: KeyMaterial): Promise<Keys> {
  const byKid = new Map<string, Key>()
  for (const jwk of jwks) byKid.set(jwk.kid ?? '', await importKey(jwk))

  const legacy = secret === null ? undefined : await secretKey(secret)
  const signing = jwks.find((jwk) => jwk.key_ops?.includes('sign'))
  const signer = signing ? signerOf(signing) : secret === null ? null : secretSigner(secret)
  if (!signer) throw new StartError('There is no key to sign tokens with: set JWT_KEYS.')

  return {
    signer,
    find: ({ kid, alg }) => {
      if (typeof kid === 'string') return byKid.get(kid)
      return alg === 'HS256' ? legacy : undefined
    },
    published: jwks.filter(({ kty }) => kty !== 'oct').map(publishedForm),
  }
}

const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const

/** Imports the part of a key that verifies. */
async function importKey(jwk: JWK): Promise<Key> {
  const { kid } = jwk
  const alg = algorithmOf(jwk)
  // A symmetric key has no public part.
  const wanted = jwk.kty === 'oct' ? (['kty', 'k'] as const) : PUBLIC_MEMBERS

  try {
    const key = await importJWK(only(jwk, wanted), alg)
    return { kid, alg, key: key instanceof Uint8Array ? await hmacKey(key, alg) : key }
  } catch {
    throw unusable(jwk)
  }
}

function signerOf(jwk: JWK): Signer {
  const { kid, kty, k } = jwk
  const alg = algorithmOf(jwk)

  try {
    const parts = only(jwk, [...PUBLIC_MEMBERS, ...PRIVATE_MEMBERS])
    const key =
      kty === 'oct'
        ? createSecretKey(Buffer.from(k ?? '', 'base64url'))
        : createPrivateKey({ key: parts as JsonWebKey, format: 'jwk' })
    return { kid, alg, key }
  } catch {
    throw unusable(jwk)
  }
}

/** The library's message might quote the key. */
const unusable = ({ kid }: JWK) => new StartError(`JWT_KEYS: the key ${kid} cannot be used.`)

const secretSigner = (secret: string): Signer => ({
  kid: undefined,
  alg: 'HS256',
  key: createSecretKey(Buffer.from(secret)),
})

const secretKey = async (secret: string): Promise<Key> => ({
  kid: undefined,
  alg: 'HS256',
  key: await hmacKey(new TextEncoder().encode(secret), 'HS256'),
})

/** The library would import raw bytes again for every token. */
const hmacKey = (bytes: Uint8Array, alg: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    Uint8Array.from(bytes),
    { name: 'HMAC', hash: `SHA-${alg.slice(-3)}` },
    false,
    ['sign', 'verify'],
  )

function algorithmOf({ alg, kty, crv }: JWK): string {
  if (alg) return alg
  if (kty === 'EC') return crv === 'P-521' ? 'ES512' : 'ES256'
  if (kty === 'RSA') return 'RS256'

  return kty === 'OKP' ? 'EdDSA' : 'HS256'
}

const publishedForm = (jwk: JWK): JWK => ({
  ...only(jwk, [...PUBLIC_MEMBERS, 'kid']),
  alg: algorithmOf(jwk),
  use: 'sig',
  key_ops: ['verify'],
})

const only = (jwk: JWK, members: readonly (keyof JWK)[]): JWK =>
  Object.fromEntries(members.flatMap((name) => (name in jwk ? [[name, jwk[name]]] : [])))
