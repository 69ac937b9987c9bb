import { expect, test } from 'vitest'
import { isEnvFile } from '#files/credential-file.ts'
import { findSecrets } from '#secrets/find-secrets.ts'
import { jwt } from './secret-samples.ts'

const RANDOM = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0'
test.each([
  jwt({ iss: 'supabase', role: 'anon' }),
  `ghp_${'x'.repeat(36)}`,
  'AKIAIOSFODNN7' + 'EXAMPLE',
  'postgres://postgres:postgres@localhost:5432/postgres',
  'postgres://user:' + 'k3yK3y@localhost/db',
  'postgres://user:' + '$PASSWORD@db.gitferry.dev/db',
  'postgres://user:' + '[YOUR-PASSWORD]@db.gitferry.dev/db',
  `pk_live_${RANDOM}`,
  `sb_publishable_${RANDOM}`,
  '-----BEGIN PUBLIC KEY-----',
  'sk-learn-is-a-library-with-a-long-name',
  `eyJ${RANDOM}.eyJ${RANDOM}.${RANDOM}`,
])('%s is harmless', (text) => {
  expect(findSecrets([file('src/a.ts', `const key = "${text}"\n`)]).findings).toEqual([])
})

const TOKEN = `ghp_${RANDOM.slice(0, 36)}`
const token = (path: string, line: number) => ({
  path,
  line,
  kind: 'github_token',
  start: TOKEN.slice(0, 6),
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

      expect(findSecrets([file('a.txt', large)]).findings).toEqual([token('a.txt', lines + 1)])
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
    { path, line: 1, kind, start: '' },
  ])
})

test('a file over the limit is named instead of skipped', () => {
  const found = findSecrets([file('a.txt', TOKEN), file('b.txt', 'b')], { fileBytes: 10 })

  expect(found.findings).toEqual([{ path: 'a.txt', line: 1, kind: 'unsearched_size', start: '' }])
})

test('pictures and fonts are searched as bytes and need no question', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64')

  expect(findSecrets([{ path: 'a.png', bytes: Uint8Array.from(png) }]).findings).toEqual([])
})

test('the search stops at 200 findings, says where, and names what it did not reach', () => {
  const many = `${TOKEN}\n`.repeat(500)
  const files = [file('a.txt', 'a'), file('b.txt', many), file('c.txt', TOKEN), file('d.txt', 'd')]

  const { findings, unsearched } = findSecrets(files)

  expect(findings).toHaveLength(200)
  expect(findings[198]).toEqual(token('b.txt', 199))
  expect(findings[199]).toEqual({ path: 'b.txt', line: 200, kind: 'search_stopped', start: '' })
  expect(unsearched).toEqual(['b.txt', 'c.txt', 'd.txt'])
})

test('a search that takes too long stops in the same way', () => {
  let portions = 0
  const isOver = () => ++portions > 2
  const files = [file('a.txt', TOKEN), file('b.txt', 'b'), file('c.txt', 'c\n'), file('d.txt', '')]

  expect(findSecrets(files, { isOver })).toEqual({
    findings: [token('a.txt', 1), { path: 'c.txt', line: 2, kind: 'search_stopped', start: '' }],
    unsearched: ['c.txt', 'd.txt'],
  })
})

test('many secrets of one kind in a line are one finding', () => {
  const found = findSecrets([file('a.min.js', `"${TOKEN}",`.repeat(1000))])

  expect(found.findings).toEqual([token('a.min.js', 1)])
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
    expected ? [{ path, line: 1, kind: 'env_file', start: '' }] : [],
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
  expect(findSecrets([file(path, text)]).findings).toEqual(
    kind === null ? [] : [{ path, line: 1, kind, start: '' }],
  )
})

test('a private key in a file of that name is one finding, with its line', () => {
  const key = `\n-----BEGIN OPENSSH PRIVATE${' KEY-----'}\n`

  expect(findSecrets([file('id_rsa', key)]).findings).toEqual([
    { path: 'id_rsa', line: 2, kind: 'private_key', start: '------'.slice(0, 5).concat('B') },
  ])
})

function utf16(mark: string, order: 'le' | 'be') {
  return (text: string) => {
    const bytes = Buffer.from(`${mark}\u00bfQu\u00e9 \u4e2d${text}`, 'utf16le')
    return order === 'le' ? bytes : bytes.swap16()
  }
}

const file = (path: string, text: string) => ({ path, bytes: Uint8Array.from(Buffer.from(text)) })
