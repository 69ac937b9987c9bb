import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Certificate = { key: string; cert: string }

/**
 * A self-signed certificate for localhost, made at each start and never stored, so that senders can use STARTTLS.
 * Node makes keys but no certificates, so the few structures of RFC 5280 that one needs are written out here.
 */
export function selfSignedCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(COMMON_NAME, der(UTF8_STRING, 'localhost'))))

  const body = sequence(
    der(VERSION, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(der(GENERALIZED_TIME, '20200101000000Z'), der(GENERALIZED_TIME, '21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, sequence(subjectAltName())),
  )
  const signature = sign('sha256', body, privateKey)

  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(body, ECDSA_WITH_SHA256, der(BIT_STRING, Buffer.of(0), signature))),
  }
}

const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const GENERALIZED_TIME = 0x18
const SEQUENCE = 0x30
const SET = 0x31
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87
const VERSION = 0xa0
const EXTENSIONS = 0xa3

const COMMON_NAME = objectId('550403')
const SUBJECT_ALT_NAME = objectId('551d11')
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'))

const subjectAltName = () =>
  sequence(
    SUBJECT_ALT_NAME,
    der(
      OCTET_STRING,
      sequence(der(DNS_NAME, 'localhost'), der(IP_ADDRESS, Buffer.of(127, 0, 0, 1))),
    ),
  )

function objectId(hex: string): Buffer {
  return der(OBJECT_ID, Buffer.from(hex, 'hex'))
}

function sequence(...parts: Buffer[]): Buffer {
  return der(SEQUENCE, ...parts)
}

function set(...parts: Buffer[]): Buffer {
  return der(SET, ...parts)
}

/** Tag, length, content: lengths from 128 on are preceded by their number of bytes. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  )
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]

  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []

  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
