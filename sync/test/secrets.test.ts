import { expect, test } from 'vitest'
import { isEnvFile } from '#files/env-file.ts'
import { findSecrets } from '#secrets/find-secrets.ts'

const RANDOM = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0'
const jwt = (payload: unknown) =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(payload), RANDOM]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')

// Put together here, so that no scanner takes this file for a leak.
test.each([
  ['github_token', `ghp_${RANDOM.slice(0, 36)}`],
  ['github_token', `github_pat_${RANDOM}${RANDOM}`],
  ['gitlab_token', `glpat-${RANDOM.slice(0, 20)}`],
  ['aws_key', `AKIA${RANDOM.toUpperCase().slice(0, 16)}`],
  ['google_api_key', `AIza${RANDOM.slice(0, 35)}`],
  ['google_client_secret', `GOCSPX-${RANDOM.slice(0, 28)}`],
  ['openai_key', `sk-proj-${RANDOM}`],
  ['anthropic_key', `sk-ant-api03-${RANDOM}`],
  ['stripe_key', `sk_live_${RANDOM.slice(0, 24)}`],
  ['webhook_secret', `whsec_${RANDOM.slice(0, 32)}`],
  ['slack_token', `xoxb-${RANDOM}`],
  ['sendgrid_key', `SG.${RANDOM.slice(0, 22)}.${RANDOM}`],
  ['npm_token', `npm_${RANDOM.slice(0, 36)}`],
  ['private_key', '-----BEGIN RSA PRIVATE' + ' KEY-----'],
  ['private_key', '-----BEGIN PRIVATE' + ' KEY-----'],
  ['supabase_secret_key', `sb_secret_${RANDOM.slice(0, 22)}`],
  ['supabase_access_token', `sbp_${'0123456789abcdef'.repeat(3).slice(0, 40)}`],
  ['supabase_service_role', jwt({ iss: 'supabase', role: 'service_role' })],
  ['database_password', 'postgres://app:' + 'Tr0ub4dor@db.gitferry.dev:5432/app'],
])('a %s is found with its line and no more than its beginning', (kind, secret) => {
  const found = findSecrets([file('src/a.ts', `const a = 1\nconst key = "${secret}"\n`)])

  expect(found).toEqual([{ path: 'src/a.ts', line: 2, kind, start: secret.slice(0, 6) }])
})

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
  expect(findSecrets([file('src/a.ts', `const key = "${text}"\n`)])).toEqual([])
})

test('binary files and files over 1 MB are not scanned', () => {
  const secret = `ghp_${RANDOM.slice(0, 36)}`

  expect(
    findSecrets([file('a.bin', `\0${secret}`), file('a.txt', secret + ' '.repeat(1_000_000))]),
  ).toEqual([])
})

test.each([
  ['.env', true],
  ['web/.env.local', true],
  ['.env.production', true],
  ['.env.example', false],
  ['.env.local.sample', false],
  ['.env.template', false],
  ['.environment', false],
  ['a.env', false],
])('%s holds passwords: %s', (path, expected) => {
  expect(isEnvFile(path)).toBe(expected)
})

const file = (path: string, text: string) => ({ path, bytes: Uint8Array.from(Buffer.from(text)) })
