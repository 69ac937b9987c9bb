import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { selfSignedCertificate } from './self-signed-certificate.ts'

test('a key always gives the same certificate, which carries its public part and is signed by it', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

  const pem = selfSignedCertificate(privateKey)
  const read = new X509Certificate(pem)

  expect(selfSignedCertificate(privateKey)).toBe(pem)
  expect(read.publicKey.equals(createPublicKey(privateKey))).toBe(true)
  expect(read.verify(read.publicKey)).toBe(true)
  expect([read.subject, read.validTo]).toEqual(['CN=SAML', 'Jan  1 00:00:00 2120 GMT'])
})
