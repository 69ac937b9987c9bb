import { createPublicKey, type KeyObject, sign } from 'node:crypto'

// SAML carries public keys in certificates. Nobody checks who signed ours, so it is made from the key alone, with fixed dates and serial:
// every server makes the same bytes, and none has to be stored. DER, by X.690 and RFC 5280.

/** Returns a certificate in PEM. */
export function selfSignedCertificate(privateKey: KeyObject): string {
  const signed = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    SHA256_WITH_RSA,
    NAME,
    sequence(time(0x17, '200101000000Z'), time(0x18, '21200101000000Z')),
    NAME,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', signed, privateKey)
  const der = sequence(signed, SHA256_WITH_RSA, tagged(0x03, Buffer.of(0), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []

  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const bytes = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]

  return Buffer.concat([Buffer.of(tag, ...bytes), content])
}

const sequence = (...parts: readonly Uint8Array[]) => tagged(0x30, ...parts)

const integer = (value: number) => tagged(0x02, Buffer.of(value))

const time = (tag: number, text: string) => tagged(tag, Buffer.from(text))

/** 1.2.840.113549.1.1.11 */
const SHA256_WITH_RSA = sequence(
  tagged(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  tagged(0x05),
)

/** CN (2.5.4.3) = SAML */
const NAME = sequence(
  tagged(
    0x31,
    sequence(tagged(0x06, Buffer.from('550403', 'hex')), tagged(0x0c, Buffer.from('SAML'))),
  ),
)
