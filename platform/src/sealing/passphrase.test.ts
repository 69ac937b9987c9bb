import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSealedByPassphrase, openByPassphrase, sealByPassphrase } from './passphrase.ts'

const PASSPHRASE = 'correct horse battery staple'

test('bytes sealed by a passphrase open with it alone', async () => {
  const bytes = randomBytes(100_000)

  const sealed = await sealByPassphrase(bytes, PASSPHRASE)

  expect(isSealedByPassphrase(sealed)).toBe(true)
  expect(await openByPassphrase(sealed, PASSPHRASE)).toEqual(bytes)
  expect(await openByPassphrase(sealed, `${PASSPHRASE} `)).toBeNull()
})

test('the same bytes are never sealed alike, and nothing of them shows', async () => {
  const bytes = Buffer.from('the key of all sessions')

  const [one, other] = await Promise.all([
    sealByPassphrase(bytes, PASSPHRASE),
    sealByPassphrase(bytes, PASSPHRASE),
  ])

  expect(one.equals(other)).toBe(false)
  expect(one.includes('key of all')).toBe(false)
})

test('sealed bytes that were changed or cut do not open', async () => {
  const sealed = await sealByPassphrase(Buffer.from('secret'), PASSPHRASE)

  for (const at of [0, 30, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await openByPassphrase(changed, PASSPHRASE)).toBeNull()
  }
  expect(await openByPassphrase(sealed.subarray(0, -1), PASSPHRASE)).toBeNull()
  expect(await openByPassphrase(sealed.subarray(0, 40), PASSPHRASE)).toBeNull()
  expect(await openByPassphrase(Buffer.from('a dump'), PASSPHRASE)).toBeNull()
})
