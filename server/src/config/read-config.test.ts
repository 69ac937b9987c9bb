import { createECDH, createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isEmbedded } from './is-embedded.ts'
import { readConfig } from './read-config.ts'
import { messageOf, namesInReadme, production } from './test-environment.ts'

const key = randomBytes(32).toString('base64')

test.each([undefined, '', '  ', 'postgres://gitferry@db.test/gitferry'])(
  'the embedded database is known early as in the whole configuration: DATABASE_URL is %j',
  (DATABASE_URL) => {
    const { databaseUrl } = readConfig({ DATABASE_URL })

    expect(isEmbedded({ DATABASE_URL })).toBe(databaseUrl === null)
  },
)

test('with no variable at all there is a whole configuration', () => {
  const config = readConfig({})

  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    siteUrl: 'http://localhost:3000',
    databaseUrl: null,
    seed: 'demo',
  })
})

test('links without an address lead to our own guides or are left out', () => {
  const { links } = readConfig({ X_URL: 'https://x.com/example' }).public

  expect(links).toMatchObject({
    store: '/docs/install',
    video: '/docs/getting-started',
    docs: '/docs',
    chat: null,
    x: 'https://x.com/example',
  })
  expect(Object.values(links).join()).not.toMatch(/search|results/)
})

test('a file of hints that is missing is refused', () => {
  const message = messageOf(() => readConfig({ EXTENSION_HINTS_FILE: '/nowhere/hints.json' }))

  expect(message).toContain('EXTENSION_HINTS_FILE names a file that cannot be read.')
})

test('every problem is named in one sentence', () => {
  const read = () =>
    readConfig({ PORT: 'eighty', SITE_URL: 'javascript:alert(1)', LOG_LEVEL: 'loud', SEED: 'all' })

  expect(read).toThrow(/PORT must be .*; SITE_URL must be .*; LOG_LEVEL must be .*; SEED must be /)
})

test.each([
  ['a path', { SITE_URL: 'https://gitferry.test/app' }, 'SITE_URL must be an address that'],
  ['a query', { SITE_URL: 'https://gitferry.test?a=b' }, 'SITE_URL must be an address that'],
  ['an empty query', { SITE_URL: 'https://gitferry.test/?' }, 'SITE_URL must be an address that'],
  ['a fragment', { SITE_URL: 'https://gitferry.test/#x' }, 'SITE_URL must be an address that'],
  ['a user', { SITE_URL: 'https://ada:pw@gitferry.test' }, 'SITE_URL must be an address that'],
  ['a query', { API_URL: 'https://gitferry.test/api?a' }, 'API_URL must be an address without'],
  ['another name of a mode', { NODE_ENV: 'prod' }, 'NODE_ENV must be one of production, '],
  ['a mode in capitals', { NODE_ENV: 'Production' }, 'NODE_ENV must be one of production, '],
  ['no host', { SMTP_URL: 'smtp://' }, 'SMTP_URL must name a host'],
  ['no host', { SMTP_URL: 'smtp:mail.test' }, 'SMTP_URL must name a host'],
  ['a # in a password', { SMTP_URL: 'smtp://a:b#c@mail.test' }, 'SMTP_URL has a # that is not'],
  ['a ? in a password', { SMTP_URL: 'smtp://a:b?c@mail.test' }, 'SMTP_URL has a ? that is not'],
  ['no address', { ADMIN_EMAILS: 'ada@example.test,bob' }, 'ADMIN_EMAILS must be a list of mail'],
  ['another separator', { ADMIN_EMAILS: 'a@b.test;b@b.test' }, 'ADMIN_EMAILS must be a list of'],
  ['a name', { ADMIN_EMAILS: 'Ada <a@b.test>' }, 'ADMIN_EMAILS must be a list of mail addresses'],
  ['no address', { SUPPORT_EMAIL: 'support' }, 'SUPPORT_EMAIL must be a mail address'],
  ['a name', { LEMON_SQUEEZY_STORE_ID: 'my-store' }, 'LEMON_SQUEEZY_STORE_ID must be the number'],
])('%s is refused with its reason: %j', (_what, wrong, reason) => {
  const message = messageOf(() => readConfig(wrong))

  expect(message).toContain(`The configuration is not usable: ${reason}`)
  expect(message.split(';')).toHaveLength(reason.includes(';') ? 2 : 1)
})

test.each([
  { SITE_URL: 'https://gitferry.test/' },
  { SITE_URL: 'http://[::1]:3000' },
  { API_URL: 'https://gitferry.test/api' },
  { NODE_ENV: 'test' },
  { NODE_ENV: '' },
  { SMTP_URL: 'smtp://ada:p%23w@mail.test:587?tls.rejectUnauthorized=false' },
  { ADMIN_EMAILS: "ada@localhost, O'Neil@example.test," },
])('%j is taken', (right) => {
  expect(() => readConfig(right)).not.toThrow()
})

test.each([
  ['AUTH_AUTOCONFRIM', 'AUTH_AUTOCONFIRM'],
  ['AUTH_JWT_EXP', 'AUTH_JWT_EXP_S'],
  ['AUTH_SITE_NAME_OF_ANOTHER_PROGRAM', null],
  ['GITHUB_APP_CLIENTID', 'GITHUB_APP_CLIENT_ID'],
  ['LEMON_SQUEEZY_APIKEY', 'LEMON_SQUEEZY_API_KEY'],
  ['NEWSLETTER_TAG', 'NEWSLETTER_TAGS'],
  ['SMTP_HOSTNAME', null],
  ['REST_SCHEMA', 'REST_SCHEMAS'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SITE_URLS', 'SITE_URL'],
  ['ADMIN_EMIALS', 'ADMIN_EMAILS'],
  ['APP_ENCRYPTION_KEY', 'APP_ENCRYPTION_KEYS'],
])('%s is not known, and %j may be meant', (name, meant) => {
  const message = messageOf(() => readConfig({ [name]: 'something' }))

  expect(message).toBe(
    `The configuration is not usable: ${name} is not a variable that is known here${meant ? ` (did you mean ${meant}?)` : ''}.`,
  )
})

test('variables of other programs are let alone', () => {
  const ordinary = {
    npm_config_user_agent: 'npm/10',
    npm_package_name: 'gitferry',
    HOSTNAME: 'server-1',
    HOSTS: 'a',
    APP_URL: 'https://other.test',
    POSTS: '1',
    PGHOST: 'db',
    GITHUB_TOKEN: 'x',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: 'run',
    GITHUB_RUN_ID: '1',
    GITHUB_SERVER_URL: 'https://github.com',
    AWS_SECRET_KEY: 'x',
    NODE_OPTIONS: '--enable-source-maps',
    XDG_DATA_DIRS: '/usr/share',
    // Kubernetes, for services named auth, smtp, rest and metrics.
    AUTH_SERVICE_HOST: '10.0.0.1',
    AUTH_SERVICE_PORT: '80',
    AUTH_SERVICE_PORT_HTTP: '80',
    AUTH_PORT: 'tcp://10.0.0.1:80',
    AUTH_PORT_80_TCP: 'tcp://10.0.0.1:80',
    AUTH_PORT_80_TCP_ADDR: '10.0.0.1',
    AUTH_PORT_80_TCP_PORT: '80',
    AUTH_PORT_80_TCP_PROTO: 'tcp',
    SMTP_PORT: 'tcp://10.0.0.2:25',
    REST_SERVICE_HOST: '10.0.0.3',
    METRICS_PORT: 'tcp://10.0.0.4:9090',
    // Empty is not set.
    AUTH_WHATEVER: '',
    // One letter off, but the right one is set too.
    MAIL_FROM: 'a@gitferry.test',
    EMAIL_FROM: 'b@gitferry.test',
  }

  expect(readConfig(ordinary)).toMatchObject({ metrics: { port: null } })
})

test('every variable that the README names is known', () => {
  const named = namesInReadme()

  const message = messageOf(() =>
    readConfig(Object.fromEntries(named.map((name) => [name, 'something']))),
  )

  expect(named.length).toBeGreaterThan(80)
  expect(message).toContain('The configuration is not usable')
  expect(message).not.toContain('known here')
})

test('production says what it starts without', () => {
  const { warnings } = readConfig(production)

  expect(warnings).toEqual([
    expect.stringContaining('no GitHub App is configured (GITHUB_APP_CLIENT_ID)'),
    'SUPPORT_EMAIL is not set: pages and mails show support@gitferry.example',
    expect.stringContaining('REPOSITORY_URL is not set: '),
    expect.stringContaining('VIDEO_CHANNEL_URL is not set: '),
  ])
})

test('production with an app and links of its own has nothing to say, and development never has', () => {
  const app = {
    GITHUB_APP_CLIENT_ID: 'Iv1.1',
    GITHUB_APP_CLIENT_SECRET: randomBytes(16).toString('hex'),
    GITHUB_APP_ID: '7',
    GITHUB_APP_SLUG: 'ferry',
    GITHUB_APP_WEBHOOK_SECRET: randomBytes(16).toString('hex'),
  }
  const links = {
    SUPPORT_EMAIL: 'help@gitferry.test',
    REPOSITORY_URL: 'https://github.com/a/b',
    VIDEO_CHANNEL_URL: 'https://video.test/a',
  }

  expect(readConfig({ ...production, ...app, ...links }).warnings).toEqual([
    'the GitHub App is not whole: GITHUB_APP_PRIVATE_KEY is not set',
  ])
  expect(readConfig({}).warnings).toEqual([])
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
  expect(read).toThrow(
    /LEMON_SQUEEZY_API_KEY is missing; LEMON_SQUEEZY_STORE_ID is missing; LEMON_SQUEEZY_WEBHOOK_SECRET is missing/,
  )
})

test('the payment provider’s webhook secret may be two while it is rotated, each of them strong', () => {
  const [old, next] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
  const rotating = { ...production, LEMON_SQUEEZY_WEBHOOK_SECRET: `${old}, ${next}` }

  expect(readConfig(rotating).lemonSqueezy.webhookSecrets).toEqual([old, next])
  expect(() => readConfig({ ...rotating, LEMON_SQUEEZY_WEBHOOK_SECRET: `${old},short` })).toThrow(
    /LEMON_SQUEEZY_WEBHOOK_SECRET must have at least 16 bytes/,
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
  ['a short token for collectors', { METRICS_TOKEN: 'fifteen-symbols' }, /METRICS_TOKEN must have/],
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

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
const jwkOf = (k: Uint8Array | string) =>
  JSON.stringify([
    { kty: 'oct', k: Buffer.from(k).toString('base64url'), kid: 'a', key_ops: ['sign'] },
  ])
const curveKeyOf = (d: Uint8Array) => {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(d)
  const [x, y] = [1, 33].map((at) => curve.getPublicKey().subarray(at, at + 32))
  const part = (bytes?: Uint8Array) => Buffer.from(bytes ?? []).toString('base64url')
  return JSON.stringify([
    {
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      d: part(d),
      x: part(x),
      y: part(y),
      kid: 'a',
      key_ops: ['sign'],
    },
  ])
}
const jwtOf = (claims: object, secret: string) => {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
const SUPABASE = 'super-secret-jwt-token-with-at-least-32-characters-long'

const WEAK: [string, string][] = [
  ['JWT_SECRET', SUPABASE],
  ['JWT_SECRET', `your-${SUPABASE}`],
  ['JWT_SECRET', 'a-secret-of-the-tests-with-more-than-32-characters'],
  ['JWT_SECRET', 'a secret of the tests that is long enough'],
  ['JWT_SECRET', 'reallyreallyreallyreallyverysafe'],
  ['JWT_SECRET', 'changeme'.repeat(4)],
  ['JWT_SECRET', 'x'.repeat(64)],
  ['JWT_SECRET', 'kQ7'.repeat(16)],
  ['JWT_SECRET', 'My-Password-is-the-name-of-my-dog-42'],
  ['JWT_SECRET', '0123456789abcdefghijklmnopqrstuvwxyz'],
  ['PUBLISHABLE_KEY', 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH'],
  ['PUBLISHABLE_KEY', `sb_publishable_${'a'.repeat(32)}`],
  ['PUBLISHABLE_KEY', 'sb_publishable_0123456789abcdefghij'],
  ['SECRET_KEY', 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz'],
  ['SECRET_KEY', `sb_secret_${'abab'.repeat(10)}`],
  ['SECRET_KEY', 'sb_secret_0123456789abcdefghijklmnop'],
  ['APP_ENCRYPTION_KEYS', `k1:${key},k2:${base64(Buffer.alloc(32, 7))}`],
  ['APP_ENCRYPTION_KEYS', `k1:${base64(Buffer.alloc(32))}`],
  ['APP_ENCRYPTION_KEYS', `k1:${base64(Uint8Array.from({ length: 32 }, (_, i) => i))}`],
  ['APP_ENCRYPTION_KEYS', `k1:${base64('your-encryption-key-32-chars-min')}`],
  ['JWT_KEYS', jwkOf(Buffer.alloc(32, 1))],
  ['JWT_KEYS', jwkOf(randomBytes(31))],
  ['JWT_KEYS', jwkOf(SUPABASE)],
  ['JWT_KEYS', curveKeyOf(Buffer.alloc(32, 7))],
  ['ANON_KEY', jwtOf({ iss: 'supabase-demo', role: 'anon' }, 'whatever')],
  ['SERVICE_ROLE_KEY', jwtOf({ iss: 'supabase-demo', role: 'service_role' }, SUPABASE)],
  ['SERVICE_ROLE_KEY', jwtOf({ role: 'service_role' }, SUPABASE)],
  ['GITHUB_APP_WEBHOOK_SECRET', 'fifteen-symbols'],
  ['GITHUB_APP_WEBHOOK_SECRET', 'gitferry-local-webhook-secret'],
  ['LEMON_SQUEEZY_WEBHOOK_SECRET', 'short'],
  ['METRICS_TOKEN', 'm'.repeat(32)],
]

test.each(WEAK)('production refuses %s=%s and does not repeat it', (name, value) => {
  const message = messageOf(() => readConfig({ ...production, [name]: value }))

  expect(message).toMatch(name)
  expect(message).not.toContain(value)
})

test.each(WEAK)('development takes %s=%s', (name, value) => {
  expect(() => readConfig({ [name]: value })).not.toThrow()
})

test('whatever is drawn at random is taken', () => {
  for (let i = 0; i < 200; i++) {
    const strong = {
      JWT_SECRET: randomBytes(32).toString(i % 2 ? 'hex' : 'base64'),
      JWT_KEYS: i % 2 ? jwkOf(randomBytes(32)) : curveKeyOf(randomBytes(32)),
      PUBLISHABLE_KEY: `sb_publishable_${randomBytes(24).toString('base64url')}`,
      SECRET_KEY: `sb_secret_${randomBytes(32).toString('base64url')}`,
      APP_ENCRYPTION_KEYS: `k1:${base64(randomBytes(32))}`,
      GITHUB_APP_WEBHOOK_SECRET: randomBytes(16).toString('hex'),
      METRICS_TOKEN: randomBytes(16).toString('hex'),
      ANON_KEY: jwtOf({ role: 'anon' }, randomBytes(32).toString('hex')),
    }

    expect(() => readConfig({ ...production, ...strong })).not.toThrow()
  }
})

test('a rehearsal with stand-ins keeps the secret they come with', () => {
  const rehearsal = {
    STANDINS_RUNNING: 'github=http://127.0.0.1:1',
    ALLOW_STANDINS_IN_PRODUCTION: 'true',
    GITHUB_APP_WEBHOOK_SECRET: 'gitferry-local-webhook-secret',
  }

  expect(() => readConfig({ ...production, ...rehearsal })).not.toThrow()
})

test('a silent payment provider is given up before the limit of a function', () => {
  expect(readConfig({}).lemonSqueezy.limits).toEqual({
    callMs: 10_000,
    triesMs: 15_000,
    pauseMs: 500,
  })
})

test('statements of visitors end after three seconds, those of members after eight', () => {
  expect(readConfig({}).rest.statementLimitsMs).toEqual({ anonymous: 3_000, member: 8_000 })
})
