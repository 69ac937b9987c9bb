import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyring } from './keyring.ts'

const older = { id: 'k1', bytes: randomBytes(32) }
const newer = { id: 'k2', bytes: randomBytes(32) }

test('what is sealed opens again at its own place', () => {
  const ring = keyring([older])

  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, place) => {
      expect(ring.open(ring.seal(secret, place), place)).toBe(secret)
    }),
  )
})

test('a text that was sealed with the key of HKDF itself opens', () => {
  const key = Buffer.from(hkdfSync('sha256', older.bytes, '', 'place', 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from('place'))
  const text = Buffer.concat([cipher.update('secret'), cipher.final()])
  const parts = [iv, text, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'))

  expect(keyring([older]).open(['enc1', 'k1', ...parts].join('.'), 'place')).toBe('secret')
})

test('a sealed text moved to another place does not open', () => {
  const ring = keyring([older])
  const sealed = ring.seal('ghu_secret', 'github_integrations|access_token|1')

  expect(() => ring.open(sealed, 'github_integrations|access_token|2')).toThrow()
})

test('a changed or shortened text does not open', () => {
  const ring = keyring([older])
  const sealed = ring.seal('secret', 'a')
  const [version, key, iv, text, tag = ''] = sealed.split('.')

  expect(() => ring.open([version, key, iv, text, tag.slice(0, 8)].join('.'), 'a')).toThrow(
    'Not a sealed text',
  )
  expect(() => ring.open([version, key, iv, 'AAAA', tag].join('.'), 'a')).toThrow()
  expect(() => ring.open('secret', 'a')).toThrow('Not a sealed text')
})

test('after a rotation old texts open, are known as outdated, and new ones use the new key', () => {
  const before = keyring([older]).seal('secret', 'a')
  const ring = keyring([older, newer])

  expect(ring.open(before, 'a')).toBe('secret')
  expect(ring.isOutdated(before)).toBe(true)
  expect(ring.isOutdated(ring.seal('secret', 'a'))).toBe(false)
  expect(() => keyring([newer]).open(before, 'a')).toThrow('not on the keyring')
})
