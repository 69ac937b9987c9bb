import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Environment, readEnvironment } from './environment.ts'
import { readPlatformConfig } from './platform-config.ts'
import { loadSecrets, publicKeyOf } from './secrets.ts'
import { changeSecretsFile } from './secrets-file.ts'
import { rotated } from './signing-key.ts'

test('what nobody configured is made once, kept, and readable by its owner only', () => {
  const dataDir = folder()

  const first = loadSecrets(readConfig({ DATA_DIR: dataDir }))
  const second = loadSecrets(readConfig({ DATA_DIR: dataDir }))

  expect(second).toEqual(first)
  expect(first.signing.jwks).toEqual([
    expect.objectContaining({ alg: 'ES256', key_ops: ['sign', 'verify'] }),
  ])
  expect(publicKeyOf(first)).toMatch(/^sb_publishable_.{32}$/)
  expect(first.apiKeys.secret).toMatch(/^sb_secret_.{43}$/)
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('a file of an older version keeps what it has and gets what it lacks', () => {
  const dataDir = folder()
  const encryptionKey = Buffer.alloc(32, 5).toString('base64')
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ encryptionKey }))

  const { encryptionKeys, signing } = loadSecrets(readConfig({ DATA_DIR: dataDir }))

  expect(encryptionKeys[0]?.bytes).toEqual(Buffer.alloc(32, 5))
  expect(signing.jwks).toHaveLength(1)
  expect(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))).toMatchObject({
    encryptionKey,
    jwtKeys: signing.jwks,
  })
})

test('variables win over the file', () => {
  const { signing, apiKeys } = loadSecrets(
    readConfig({
      DATA_DIR: folder(),
      JWT_SECRET: 'a-secret-of-more-than-thirty-two-characters',
      PUBLISHABLE_KEY: 'sb_publishable_of-at-least-twenty-characters',
    }),
  )

  expect(signing).toEqual({ jwks: [], secret: 'a-secret-of-more-than-thirty-two-characters' })
  expect(apiKeys.publishable).toBe('sb_publishable_of-at-least-twenty-characters')
})

test('after a rotation a new key signs and the old one only verifies', () => {
  const dataDir = folder()
  const before = loadSecrets(readConfig({ DATA_DIR: dataDir })).signing.jwks

  changeSecretsFile(dataDir, (secrets) => ({ ...secrets, jwtKeys: rotated(secrets.jwtKeys) }))

  const after = loadSecrets(readConfig({ DATA_DIR: dataDir })).signing.jwks
  expect(after.map(({ key_ops }) => key_ops)).toEqual([['sign', 'verify'], ['verify']])
  expect(after[1]?.kid).toBe(before[0]?.kid)
})

test.each([
  ['no JSON', '{'],
  ['no signing key', '[]'],
  [
    'two signing keys',
    JSON.stringify(['a', 'b'].map((kid) => ({ kid, kty: 'EC', key_ops: ['sign'] }))),
  ],
  [
    'one name twice',
    JSON.stringify([
      { kid: 'a', kty: 'EC', key_ops: ['sign'] },
      { kid: 'a', kty: 'EC' },
    ]),
  ],
  [
    'an algorithm we do not know',
    JSON.stringify([{ kid: 'a', kty: 'EC', alg: 'none', key_ops: ['sign'] }]),
  ],
])('JWT_KEYS with %s is refused', (_what, JWT_KEYS) => {
  expect(() => readConfig({ JWT_KEYS })).toThrow(/JWT_KEYS must be a JWK set/)
})

test.each([
  [{ JWT_SECRET: 'short' }, /JWT_SECRET must have at least 32/],
  [{ PUBLISHABLE_KEY: 'anon' }, /PUBLISHABLE_KEY must begin with sb_publishable_/],
  [{ SECRET_KEY: 'sb_secret_x' }, /SECRET_KEY must begin with sb_secret_/],
  [{ AUTH_TEST_OTPS: '1555=abc' }, /AUTH_TEST_OTPS must be/],
  [{ AUTH_RATE_LIMIT_FACTOR: '-1' }, /AUTH_RATE_LIMIT_FACTOR must be/],
  [{ AUTH_JWT_EXP_S: '1' }, /AUTH_JWT_EXP_S must be/],
  [{ AUTH_CAPTCHA_ENABLED: 'true' }, /AUTH_CAPTCHA_SECRET is missing/],
  [{ AUTH_BREACHED_PASSWORDS: 'perhaps' }, /AUTH_BREACHED_PASSWORDS must be/],
])('%o is refused', (environment, message) => {
  expect(() => readConfig(environment as Record<string, string>)).toThrow(message)
})

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'gitferry-secrets-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))

  return path
}

function readConfig(environment: Environment) {
  const env = readEnvironment(environment)
  const config = readPlatformConfig(env, { name: 'test', title: 'Test' })
  env.refuseProblems()

  return config
}
