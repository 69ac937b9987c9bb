import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'

/** What an authenticator and its browser say; each part can be a lie. */
export type Said = {
  type?: string
  challenge?: string
  origin?: string
  crossOrigin?: boolean
  topOrigin?: string
  rpId?: string
  isPresent?: boolean
  isVerified?: boolean
  isBackupEligible?: boolean
  isBackedUp?: boolean
  counter?: number
  /** The id beside the signed data. */
  id?: string
  userHandle?: string | null
  /** A COSE number. */
  alg?: number
  signature?: Buffer
}

type Creation = { challenge: string; user: { id: string }; excludeCredentials?: { id: string }[] }
type Request = { challenge: string; allowCredentials?: { id: string }[] }

const ORIGIN = 'http://localhost:5173'
const RP_ID = 'localhost'
const ES256 = -7

/** An authenticator with one P-256 key. It counts its uses from 0, as a virtual one does. */
export function softAuthenticator(usually: Said & { aaguid?: string } = {}) {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let handle: string | undefined

  return {
    id,

    create(options: Creation, lies: Said = {}) {
      const said = { ...usually, ...lies }
      handle = options.user.id
      const attested = Buffer.concat([
        Buffer.from((usually.aaguid ?? NO_AAGUID).replaceAll('-', ''), 'hex'),
        uint16(credentialId.length),
        credentialId,
        coseKey(keys.publicKey, said.alg ?? ES256),
      ])
      const attestation = cborMap([
        [text('fmt'), text('none')],
        [text('attStmt'), cborMap([])],
        [text('authData'), bytes(authenticatorData(said, said.counter ?? counter, attested))],
      ])

      return {
        ...frame(said.id ?? id),
        response: {
          clientDataJSON: clientData(options, said, 'webauthn.create').toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    get(options: Request, lies: Said = {}) {
      const said = { ...usually, ...lies }
      if (said.counter === undefined) counter += 1
      const data = authenticatorData(said, said.counter ?? counter)
      const client = clientData(options, said, 'webauthn.get')
      const signed = Buffer.concat([data, sha256(client)])
      const userHandle = said.userHandle === undefined ? handle : said.userHandle

      return {
        ...frame(said.id ?? id),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: (said.signature ?? signBytes('sha256', signed, keys.privateKey)).toString(
            'base64url',
          ),
          ...(userHandle !== undefined && { userHandle }),
        },
      }
    },
  }
}

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>

const NO_AAGUID = '00000000-0000-0000-0000-000000000000'

const frame = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  authenticatorAttachment: 'platform',
})

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

function clientData({ challenge }: { challenge: string }, said: Said, type: string): Buffer {
  const { crossOrigin = false, topOrigin } = said

  return Buffer.from(
    JSON.stringify({
      type: said.type ?? type,
      challenge: said.challenge ?? challenge,
      origin: said.origin ?? ORIGIN,
      crossOrigin,
      ...(topOrigin && { topOrigin }),
    }),
  )
}

function authenticatorData(said: Said, counter: number, attested?: Buffer): Buffer {
  const flags =
    (said.isPresent === false ? 0 : 0x01) |
    (said.isVerified === false ? 0 : 0x04) |
    (said.isBackupEligible ? 0x08 : 0) |
    (said.isBackedUp ? 0x10 : 0) |
    (attested ? 0x40 : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)

  return Buffer.concat([
    sha256(said.rpId ?? RP_ID),
    Buffer.from([flags]),
    count,
    attested ?? Buffer.alloc(0),
  ])
}

/** COSE_Key of a P-256 key (RFC 9053), with whatever algorithm it is said to have. */
function coseKey(key: KeyObject, alg: number): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })

  return cborMap([
    [integer(1), integer(2)],
    [integer(3), integer(alg)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ])
}

// CBOR (RFC 8949), as far as WebAuthn needs it.

const integer = (n: number) => (n < 0 ? head(1, -1 - n) : head(0, n))
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data])
const text = (value: string) =>
  Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const cborMap = (pairs: [Buffer, Buffer][]) =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()])

function head(kind: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(kind << 5) | n])
  if (n < 256) return Buffer.from([(kind << 5) | 24, n])

  return Buffer.concat([Buffer.from([(kind << 5) | 25]), uint16(n)])
}

function uint16(n: number): Buffer {
  const two = Buffer.alloc(2)
  two.writeUInt16BE(n)

  return two
}
