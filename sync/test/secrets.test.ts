import { expect, test } from 'vitest'
import { isEnvFile } from '#files/credential-file.ts'
import { findSecrets } from '#secrets/find-secrets.ts'
import { hex, jwt, PEM_BODY, random } from './secret-samples.ts'

const RANDOM = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0'
test.each([
  jwt({ iss: 'supabase', role: 'anon' }),
  `VITE_SUPABASE_ANON_KEY=${jwt({ iss: 'supabase', role: 'anon' })}`,
  `token: ${jwt({ sub: '1234567890', name: 'John Doe' })}`,
  `ghp_${'x'.repeat(36)}`,
  'AKIAIOSFODNN7' + 'EXAMPLE',
  'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/' + 'bPxRfiCYEXAMPLEKEY',
  'postgres://postgres:postgres@localhost:5432/postgres',
  'postgres://user:' + 'k3yK3y@localhost/db',
  'postgres://user:' + '$PASSWORD@db.gitferry.dev/db',
  'postgres://user:' + '[YOUR-PASSWORD]@db.gitferry.dev/db',
  'mongodb+srv://<username>:<password>@cluster0.mongodb.net',
  'https://user:pass@' + 'example.com/a',
  `pk_live_${RANDOM}`,
  `STRIPE_KEY=pk_live_${RANDOM}`,
  `sb_publishable_${RANDOM}`,
  `POSTHOG_KEY=phc_${random(43)}`,
  `pk.eyJ${random(40)}.${random(22)}`,
  '-----BEGIN PUBLIC KEY-----',
  `pem.includes('-----BEGIN RSA PRIVATE${' KEY-----'}')`,
  `'-----BEGIN PRIVATE${' KEY-----'}\\n' + body + '\\n-----END PRIVATE KEY-----'`,
  'sk-learn-is-a-library-with-a-long-name',
  'className="sk-circle-fade-dot sk-loading-spinner-container-wrapper"',
  `eyJ${RANDOM}.eyJ${RANDOM}.${RANDOM}`,
  'API_KEY=your-api-key-here',
  'SECRET_TOKEN=changeme-in-production-please',
  'token: "<your token>"',
  `password: $${'{DB_PASSWORD}'}`,
  'apiKey: process.env.OPENAI_API_KEY',
  'API_TOKEN=************************',
  'Authorization: Bearer YOUR_ACCESS_TOKEN',
  'api_key: "1234567890abcdef1234567890abcdef"',
  'sk_test_abcdefghijklmnopqrstuvwxyz',
  "password: 'password123'",
  "password: 'Test1234!'",
  "password: 'another-1'",
  "'password': 'Contraseña', 'forgotPassword': 'Forgot your password?'",
  '<label for="password">Password</label><input type="password" autocomplete="current-password">',
  'password: z.string().min(8).max(128)',
  `"integrity": "sha512-${random(86)}=="`,
  `  checksum: 10c0/${hex(64)}`,
  `js-tokens-4.0.0.tgz#${hex(40)}`,
  `commit: ${hex(40)}`,
  `id: "${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}"`,
  `url(data:font/woff2;base64,${random(200)})`,
  `"mappings":"AAAA,SAASA,EAAEC,GAAG,OAAOA,${random(80)}"`,
  `VAPID_PUBLIC_KEY=${random(87)}`,
  `RECAPTCHA_SITE_KEY=6L${random(38)}`,
  `SENTRY_DSN=https://${hex(32)}@o1.ingest.sentry.io/2`,
  `ALGOLIA_SEARCH_KEY=${hex(32)}`,
  `TWILIO_ACCOUNT_SID=AC${hex(32)}`,
  `priceId: 'price_${random(24)}'`,
  `nextPageToken: "${random(32)}"`,
  `tokenAddress: "0x${hex(40)}"`,
  `"private_key_id": "${hex(40)}"`,
  `const config = { apiKey: "AIza${random(35)}", authDomain: "a.firebaseapp.com" }`,
  `VITE_FIREBASE_API_KEY=AIza${random(35)}`,
  `ssh-rsa AAAAB3NzaC1yc2E${random(120)}`,
  "queryKey: ['users', 'list'], cacheKey: 'user-profile-v2-2024'",
  "storageKey: 'sb-abcdefghijklmnopqrst-auth-token'",
  `.passwordInput__2aBcD, .token_badge__3xK9q { color: red }`,
  "t('settings.security.passwordChanged')",
])('%s is harmless', (text) => {
  const written = [text, `const key = "${text}"`, `// ${text}`]

  expect(findSecrets(written.map((one) => file('src/a.ts', `${one}\n`))).findings).toEqual([])
})

const TOKEN = `ghp_${RANDOM.slice(0, 36)}`
const token = (path: string, line: number) => ({
  path,
  line,
  kind: 'github_token',
  start: TOKEN.slice(0, 6),
  count: 1,
})
const whole = (path: string, kind: string, line = 1) => ({
  path,
  line,
  column: 1,
  endColumn: 1,
  kind,
  start: '',
  fingerprint: null,
  count: 1,
})

test('a finding tells its columns, also in a long line that is searched in portions', () => {
  const before = `${'é'.repeat(150_000)} `
  const { findings } = findSecrets([file('a.txt', `one\n${before}${TOKEN}\nx ${TOKEN}`)])

  expect(findings).toMatchObject([
    { line: 2, column: 150_002, endColumn: 150_002 + TOKEN.length },
    { line: 3, column: 3, endColumn: 3 + TOKEN.length },
  ])
})

test('what a person called no secret is left out: this text in this file, and nothing else', () => {
  const other = TOKEN.replace('a1B2', 'z9Y8')
  const [found] = findSecrets([file('a.txt', TOKEN)]).findings
  const accepted = [found?.fingerprint ?? '']
  const files = [file('a.txt', `moved\n${TOKEN}\n${TOKEN} ${other}`), file('b.txt', TOKEN)]

  expect(findSecrets(files, { accepted }).findings).toMatchObject([
    { path: 'a.txt', line: 3, column: TOKEN.length + 2 },
    { path: 'b.txt', line: 1 },
  ])
  expect(found?.fingerprint).toMatch(/^[0-9a-f]{14}$/)
})

test('of one file some findings are listed, and the others are counted', () => {
  const { findings } = findSecrets([
    file('a.txt', `${TOKEN}\n`.repeat(20_000)),
    file('b.txt', TOKEN),
  ])

  expect(findings).toHaveLength(52)
  expect(findings[50]).toEqual({ ...whole('a.txt', 'more_in_file', 51), count: 19_950 })
  expect(findings[51]).toMatchObject(token('b.txt', 1))
})

test('a file of many megabytes is searched to its end, also where two portions meet', () => {
  const filler = `${'a'.repeat(99)}\n`
  const before = [0, 50, 1310, 1311, 20_000].map((lines) => ({
    lines,
    text: filler.repeat(lines),
  }))
  for (const { lines, text } of before) {
    for (let shift = 0; shift < 60; shift += 7) {
      const large = `${text}${' '.repeat(shift)}${TOKEN}\n${filler.repeat(3000)}`

      expect(findSecrets([file('a.txt', large)]).findings).toMatchObject([
        token('a.txt', lines + 1),
      ])
    }
  }
})

const INVALID = Buffer.from([0xff, 0xc0, 0x20])

test.each([
  ['UTF-16 little endian', utf16('\ufeff', 'le')],
  ['UTF-16 big endian', utf16('\ufeff', 'be')],
  ['UTF-16 without a mark, little endian', utf16('', 'le')],
  ['UTF-16 without a mark, big endian', utf16('', 'be')],
  ['UTF-32', (text: string) => Buffer.from([...text].flatMap((c) => [c.charCodeAt(0), 0, 0, 0]))],
  ['Latin-1', (text: string) => Buffer.from(`Contrase\u00f1a\n${text}`, 'latin1')],
  ['a binary file', (text: string) => Buffer.from(`\x7fELF\0\x01\n${text}\0\0`, 'latin1')],
  [
    'UTF-8 that is damaged far behind',
    (text: string) => Buffer.concat([Buffer.from(`\n${text}\n${'a'.repeat(300_000)}`), INVALID]),
  ],
])('secrets are found in %s', (_, encode) => {
  const bytes = Uint8Array.from(encode(`key = ${TOKEN}\n`))

  expect(findSecrets([{ path: 'a.reg', bytes }]).findings).toMatchObject([
    { path: 'a.reg', kind: 'github_token', start: TOKEN.slice(0, 6) },
  ])
})

test.each([
  ['backup.zip', 'unsearched_archive', Buffer.from('PK\x03\x04whatever')],
  ['dump.sql.gz', 'unsearched_archive', Buffer.from([0x1f, 0x8b, 8, 0, 0])],
])('%s cannot be searched, and says so', (path, kind, bytes) => {
  expect(findSecrets([{ path, bytes: Uint8Array.from(bytes) }]).findings).toEqual([
    whole(path, kind),
  ])
})

test('a file over the limit is named instead of skipped', () => {
  const found = findSecrets([file('a.txt', TOKEN), file('b.txt', 'b')], { fileBytes: 10 })

  expect(found.findings).toEqual([whole('a.txt', 'unsearched_size')])
})

test('pictures and fonts are searched as bytes and need no question', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64')

  expect(findSecrets([{ path: 'a.png', bytes: Uint8Array.from(png) }]).findings).toEqual([])
})

test('the search stops after so many findings, says where, and names what it did not reach', () => {
  const many = `${TOKEN}\n`.repeat(40)
  const files = [file('a.txt', 'a'), file('b.txt', many), file('c.txt', TOKEN), file('d.txt', 'd')]

  const { findings, unsearched } = findSecrets(files, { findings: 30 })

  expect(findings).toHaveLength(31)
  expect(findings[29]).toMatchObject(token('b.txt', 30))
  expect(findings[30]).toEqual(whole('b.txt', 'search_stopped', 31))
  expect(unsearched).toEqual(['b.txt', 'c.txt', 'd.txt'])
})

test('a search that takes too long stops in the same way', () => {
  let portions = 0
  const isOver = () => ++portions > 2
  const files = [file('a.txt', TOKEN), file('b.txt', 'b'), file('c.txt', 'c\n'), file('d.txt', '')]

  expect(findSecrets(files, { isOver })).toMatchObject({
    findings: [token('a.txt', 1), whole('c.txt', 'search_stopped', 2)],
    unsearched: ['c.txt', 'd.txt'],
  })
})

test('many secrets of one kind in a line are one finding', () => {
  const found = findSecrets([file('a.min.js', `"${TOKEN}",`.repeat(1000))])

  expect(found.findings).toMatchObject([token('a.min.js', 1)])
})

test.each([
  ['.env', true],
  ['web/.env.local', true],
  ['.env.production', true],
  ['.ENV', true],
  ['.env-prod', true],
  ['.env2', true],
  ['.envrc', true],
  ['a.env', true],
  ['deploy/prod.env', true],
  ['.env.example', false],
  ['.env.local.sample', false],
  ['.env.template', false],
  ['.env.dist', false],
  ['example.env', false],
  ['env.ts', false],
  ['src/environment.ts', false],
])('%s holds passwords: %s', (path, expected) => {
  expect(isEnvFile(path)).toBe(expected)
  expect(findSecrets([file(path, 'A=1\n')]).findings).toEqual(
    expected ? [whole(path, 'env_file')] : [],
  )
})

const PUBLIC_PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'

test.each([
  ['.npmrc', '//registry.example.test/:_authToken=abc', 'credentials_file'],
  ['web/.npmrc', '//registry.example.test/:_password = YWJj\r\n', 'credentials_file'],
  ['.npmrc', `//registry.example.test/:_authToken=$${'{NPM_TOKEN}'}`, null],
  ['.npmrc', 'engine-strict=true\n', null],
  ['.pypirc', '[pypi]\n', 'credentials_file'],
  ['home/.netrc', 'machine a\n', 'credentials_file'],
  ['_netrc', 'machine a\n', 'credentials_file'],
  ['.git-credentials', 'x', 'credentials_file'],
  ['.aws/credentials', '[default]', 'credentials_file'],
  ['keys/id_rsa', 'x', 'key_file'],
  ['id_ed25519', 'x', 'key_file'],
  ['id_ed25519.pub', 'ssh-ed25519 AAAA', null],
  ['server.pem', 'x', 'key_file'],
  ['server.pem', PUBLIC_PEM, null],
  ['tls.key', 'x', 'key_file'],
  ['Cert.P12', '\0\x01', 'key_file'],
  ['a.pfx', '\0', 'key_file'],
  ['a.jks', '\0', 'key_file'],
  ['release.keystore', 'PK\x03\x04', 'key_file'],
  ['AuthKey_1.p8', 'x', 'key_file'],
  ['keys.ts', 'x', null],
])('%s with %j is asked about by its name: %s', (path, text, kind) => {
  expect(findSecrets([file(path, text)]).findings).toEqual(kind === null ? [] : [whole(path, kind)])
})

test('a private key in a file of that name is one finding, with its line', () => {
  const key = `\n-----BEGIN OPENSSH PRIVATE${' KEY-----'}\n${PEM_BODY}`

  expect(findSecrets([file('id_rsa', key)]).findings).toMatchObject([
    { path: 'id_rsa', line: 2, kind: 'private_key', start: '-----B' },
  ])
})

function utf16(mark: string, order: 'le' | 'be') {
  return (text: string) => {
    const bytes = Buffer.from(`${mark}\u00bfQu\u00e9 \u4e2d${text}`, 'utf16le')
    return order === 'le' ? bytes : bytes.swap16()
  }
}

const file = (path: string, text: string) => ({ path, bytes: Uint8Array.from(Buffer.from(text)) })
