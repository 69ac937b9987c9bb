import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyring } from '#sealing/keyring.ts'
import { freshlySealed, openSecret, sealSecret } from './factor-secret.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('a secret moves on to the newest key when it is used', () => {
  const [old, young] = [newKey('a'), newKey('b')]
  const id = randomUUID()
  const stored = storedAs(id, sealSecret({ keyring: keyring([old]) }, id, SECRET))
  const both = { keyring: keyring([old, young]) }

  const sealed = freshlySealed(both, stored, openSecret(both, stored))

  expect(openSecret({ keyring: keyring([young]) }, storedAs(id, sealed))).toBe(SECRET)
  expect(freshlySealed(both, storedAs(id, sealed), SECRET)).toBe(sealed)
})

test('a secret does not open as that of another factor', () => {
  const needs = { keyring: keyring([newKey('a')]) }
  const sealed = sealSecret(needs, randomUUID(), SECRET)

  expect(() => openSecret(needs, storedAs(randomUUID(), sealed))).toThrow()
})

const newKey = (id: string) => ({ id, bytes: randomBytes(32) })

const storedAs = (id: string, secret_sealed: string) => ({
  id,
  secret_sealed,
  last_accepted_step: null,
})
