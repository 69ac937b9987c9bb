import { expect, test } from 'vitest'
import { readConfig } from './read-config.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://gitferry.test',
  DATABASE_URL: 'postgres://gitferry@db.test/gitferry',
  APP_ENCRYPTION_KEYS: `k1:${key}`,
  MAIL_FROM: 'Gitferry <hello@gitferry.test>',
  SMTP_URL: 'smtps://mail.test',
  JWT_SECRET: 'a-secret-of-more-than-thirty-two-characters',
  PUBLISHABLE_KEY: 'sb_publishable_of-at-least-twenty-characters',
}

test('with no variable at all there is a whole configuration', () => {
  const config = readConfig({})

  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    siteUrl: 'http://127.0.0.1:3000',
    databaseUrl: null,
    seed: 'demo',
  })
})

test('every problem is named in one sentence', () => {
  const read = () =>
    readConfig({ PORT: 'eighty', SITE_URL: 'javascript:alert(1)', LOG_LEVEL: 'loud', SEED: 'all' })

  expect(read).toThrow(/PORT must be .*; SITE_URL must be .*; LOG_LEVEL must be .*; SEED must be /)
})

test('a variable that two parts read is wrong once', () => {
  const problem = 'GITHUB_WEB_URL must be an address that begins with http: or https:'

  expect(() => readConfig({ GITHUB_WEB_URL: 'github' })).toThrow(
    `The configuration is not usable: ${problem}.`,
  )
})

test('production names everything that is missing', () => {
  const read = () => readConfig({ NODE_ENV: 'production' })

  expect(read).toThrow(
    /SITE_URL is missing; DATABASE_URL is missing; APP_ENCRYPTION_KEYS is missing; MAIL_FROM is missing; SMTP_URL is missing; JWT_KEYS is missing; PUBLISHABLE_KEY is missing/,
  )
})

test('production starts with what it asks for', () => {
  expect(readConfig(production)).toMatchObject({
    isProduction: true,
    seed: 'none',
    logLevel: 'info',
  })
})

test.each([
  ['a plain address', { SITE_URL: 'http://gitferry.test' }, /SITE_URL must begin with https:/],
  ['a stand-in', { STANDINS_RUNNING: 'mailbox=http://127.0.0.1:1' }, /stand-ins do not belong/],
  ['the demo', { SEED: 'demo' }, /SEED=demo/],
  ['a short key', { APP_ENCRYPTION_KEYS: 'k1:c2hvcnQ=' }, /APP_ENCRYPTION_KEYS must be/],
  ['test codes', { AUTH_TEST_OTPS: '15551234567=123456' }, /AUTH_TEST_OTPS/],
  ['no limits', { AUTH_RATE_LIMIT_FACTOR: '0' }, /AUTH_RATE_LIMIT_FACTOR/],
  [
    'admins whose address nobody confirmed',
    { AUTH_AUTOCONFIRM: 'true', ADMIN_EMAILS: 'a@b.test' },
    /ADMIN_EMAILS with AUTH_AUTOCONFIRM/,
  ],
  ['a short token for collectors', { METRICS_TOKEN: 'fifteen-letters' }, /METRICS_TOKEN must have/],
  ['collectors on the port of all', { METRICS_PORT: '3000' }, /METRICS_PORT must not be PORT/],
  ['a drain that outlasts its limit', { DRAIN_DELAY_MS: '9000' }, /DRAIN_DELAY_MS must be/],
  ['one key name twice', { APP_ENCRYPTION_KEYS: `k1:${key},k1:${key}` }, /APP_ENCRYPTION_KEYS/],
])('production refuses %s', (_what, unsafe, message) => {
  expect(() => readConfig({ ...production, ...unsafe })).toThrow(message)
})

test('a value that is wrong is never repeated, since it may be a secret', () => {
  const secret = 'hunter2-hunter2'

  for (const name of ['DATABASE_URL', 'APP_ENCRYPTION_KEYS', 'SMTP_URL', 'TRUSTED_PROXIES']) {
    expect(() => readConfig({ [name]: secret })).toThrow(expect.not.stringContaining(secret))
  }
})

test.each(['10.0.0.0/8', '::1', '192.168.1.7'])('%s is a proxy to trust', (proxy) => {
  expect(readConfig({ TRUSTED_PROXIES: proxy }).trustedProxies).toEqual([proxy])
})

test.each(['everyone', '10.0.0.0/99', '1.2.3'])('%s is no proxy', (proxy) => {
  expect(() => readConfig({ TRUSTED_PROXIES: proxy })).toThrow(/TRUSTED_PROXIES/)
})
