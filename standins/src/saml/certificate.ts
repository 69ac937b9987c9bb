import { createPublicKey, type KeyObject, sign } from 'node:crypto'

/** A self-signed certificate (RFC 5280), as base64 of its DER: metadata carries keys in this form only. */
export function certificateOf(privateKey: KeyObject): string {
  const signed = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    SHA256_WITH_RSA,
    NAME,
    sequence(
      tagged(0x17, Buffer.from('200101000000Z')),
      tagged(0x18, Buffer.from('21200101000000Z')),
    ),
    NAME,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = tagged(0x03, Buffer.of(0), sign('sha256', signed, privateKey))

  return sequence(signed, SHA256_WITH_RSA, signature).toString('base64')
}

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content

  return Buffer.concat([
    Buffer.of(tag, ...(length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff])),
    content,
  ])
}

const sequence = (...parts: readonly Uint8Array[]) => tagged(0x30, ...parts)
const integer = (value: number) => tagged(0x02, Buffer.of(value))
const object = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))

const SHA256_WITH_RSA = sequence(object('2a864886f70d01010b'), tagged(0x05))
const NAME = sequence(
  tagged(0x31, sequence(object('550403'), tagged(0x0c, Buffer.from('Local stand-in')))),
)
