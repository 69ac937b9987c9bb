import { KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { StartError } from '#errors/start-error.ts'
import { openTokens } from './open-tokens.ts'

const secret = 'a-secret-of-the-tests-with-more-than-32-characters'

test('what was signed is read, and ends at its time', async () => {
  const clock = movableClock()
  const tokens = await openTokens({ jwks: [], secret }, clock)
  const exp = Math.floor(clock.now().getTime() / 1000) + 60
  const token = await tokens.sign({ sub: 'ada', exp })

  expect(await tokens.read(token)).toMatchObject({ claims: { sub: 'ada', exp } })
  clock.moveTo(61_000)
  expect(await tokens.read(token)).toEqual({ refused: 'expired' })
})

test('verified tokens are kept as far as there is room for them', async () => {
  const { sign } = await openTokens({ jwks: [], secret }, movableClock())
  const [ada, bob] = [await sign({ sub: 'ada' }), await sign({ sub: 'bob' })]
  const readAgain = async (characters: number) => {
    const tokens = await openTokens({ jwks: [], secret }, movableClock(), characters)
    for (const token of [ada, bob]) await tokens.read(token)
    return tokens.read(ada) instanceof Promise ? 'verified again' : 'remembered'
  }

  expect(await readAgain(ada.length + bob.length)).toBe('remembered')
  expect(await readAgain(ada.length + bob.length - 1)).toBe('verified again')
})

test('any text is judged and none breaks the reader', async () => {
  const tokens = await openTokens({ jwks: [], secret }, movableClock())
  const good = await tokens.sign({ sub: 'ada' })
  const part = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc.constantFrom(...good.split('.')),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.')),
  )

  await fc.assert(
    fc.asyncProperty(text, async (token) => {
      const verdict = await tokens.read(token)

      expect('refused' in verdict).toBe(token !== good)
    }),
    { numRuns: 1_000 },
  )
})

test('a set without a key to sign, or with one that is broken, is refused in a sentence', async () => {
  const clock = movableClock()
  const broken = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'one', key_ops: ['sign'] }

  await expect(openTokens({ jwks: [], secret: null }, clock)).rejects.toThrow(StartError)
  await expect(openTokens({ jwks: [broken], secret: null }, clock)).rejects.toThrow(
    'JWT_KEYS: the key one cannot be used.',
  )
})

test.each(['ES256', 'ES384', 'RS256', 'EdDSA'])(
  'a token signed with %s is read by this service and by any other library',
  async (alg) => {
    // Else a second may begin between signing and reading.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg, key_ops: ['sign'] }
    const clock = movableClock()
    const tokens = await openTokens({ jwks: [jwk], secret: null }, clock)

    const token = await tokens.sign({ sub: 'ada' })

    const iat = Math.floor(clock.now().getTime() / 1000)
    expect(await tokens.read(token)).toEqual({ claims: { sub: 'ada', iat } })
    expect((await jwtVerify(token, publicKey)).protectedHeader).toEqual({
      alg,
      typ: 'JWT',
      kid: 'one',
    })
  },
)

test('no key is turned from a CryptoKey into a KeyObject, which newer Nodes deprecate (DEP0204)', async () => {
  const converted = vi.spyOn(KeyObject, 'from')
  onTestFinished(() => converted.mockRestore())
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'ES256', key_ops: ['sign'] }

  for (const material of [
    { jwks: [jwk], secret: null },
    { jwks: [], secret },
  ]) {
    const tokens = await openTokens(material, movableClock())
    await tokens.read(await tokens.sign({ sub: 'ada' }))
  }

  expect(converted).not.toHaveBeenCalled()
})
