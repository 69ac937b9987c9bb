import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isEmbedded } from './is-embedded.ts'
import { readConfig } from './read-config.ts'
import { SECRETS } from './secret-variables.ts'
import { messageOf, namesInReadme, production } from './test-environment.ts'

test('every secret that the README names may come from a file', () => {
  const named = secretsInReadme()

  expect(named.length).toBeGreaterThan(15)
  expect(named.toSorted()).toEqual(SECRETS.toSorted())
  for (const name of named) {
    const wrong = fileWith('something\n')
    const read = (secret: Record<string, string>) =>
      messageOf(() => readConfig({ ...production, [name]: undefined, ...secret }))

    expect(read({ [`${name}_FILE`]: wrong })).toBe(read({ [name]: 'something' }))
  }
})

test('production starts with all its secrets in files', () => {
  const inFiles = Object.fromEntries(
    Object.entries(production).map(([name, value]) =>
      SECRETS.includes(name) ? [`${name}_FILE`, fileWith(`${value}\n`)] : [name, value],
    ),
  )

  expect(readConfig(inFiles)).toEqual(readConfig(production))
  expect(isEmbedded(inFiles)).toBe(false)
})

test.each([
  ['', ''],
  ['a line break', '\n'],
  ['a line break of Windows', '\r\n'],
])('a secret from a file with %s at its end is the same', (_what, end) => {
  const JWT_SECRET_FILE = fileWith(`${production.JWT_SECRET}${end}`)

  expect(readConfig({ JWT_SECRET_FILE }).auth.keys.jwtSecret).toBe(production.JWT_SECRET)
})

test('only one line break is cut off, and nothing else', () => {
  const JWT_SECRET_FILE = fileWith(` ${production.JWT_SECRET} \n\n`)

  expect(readConfig({ JWT_SECRET_FILE }).auth.keys.jwtSecret).toBe(` ${production.JWT_SECRET} \n`)
})

test('a file that can be read only once is enough', () => {
  const folder = temporaryFolder()
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // Ends when the pipe was read; a second reader would wait for ever.
  spawn('sh', ['-c', `printf %s '${production.DATABASE_URL}' >'${pipe}'`])

  expect(isEmbedded({ DATABASE_URL_FILE: pipe })).toBe(false)
  expect(readConfig({ DATABASE_URL_FILE: pipe }).databaseUrl).toBe(production.DATABASE_URL)
})

test.each([
  [
    'both',
    () => ({ JWT_SECRET: production.JWT_SECRET, JWT_SECRET_FILE: fileWith('x') }),
    'JWT_SECRET and JWT_SECRET_FILE are both set, but only one of them may be',
  ],
  [
    'a file that is missing',
    () => ({ DATABASE_URL_FILE: '/nowhere/hunter2' }),
    'DATABASE_URL_FILE names a file that cannot be read',
  ],
  [
    'a folder',
    () => ({ SMTP_URL_FILE: temporaryFolder() }),
    'SMTP_URL_FILE names a file that cannot be read',
  ],
  [
    'an empty file',
    () => ({ METRICS_TOKEN_FILE: fileWith('\n') }),
    'METRICS_TOKEN_FILE names a file that is empty',
  ],
  [
    'a file for a setting that is no secret',
    () => ({ MAIL_FROM_FILE: fileWith('x') }),
    'MAIL_FROM_FILE is not known: only secrets may come from files',
  ],
])('%s is refused in one sentence', (_what, environment, reason) => {
  const message = messageOf(() => readConfig(environment()))

  expect(message).toBe(`The configuration is not usable: ${reason}.`)
})

test('a secret whose file cannot be read is not called missing as well', () => {
  const { PUBLISHABLE_KEY: _, DATABASE_URL: __, ...others } = production
  const files = { PUBLISHABLE_KEY_FILE: '/nowhere/a', DATABASE_URL_FILE: '/nowhere/b' }

  const message = messageOf(() => readConfig({ ...others, ...files }))

  expect(message).toBe(
    'The configuration is not usable: DATABASE_URL_FILE names a file that cannot be read; PUBLISHABLE_KEY_FILE names a file that cannot be read.',
  )
})

test.each([
  ['is no JSON', '{', 'is no JSON object.'],
  ['has a word of another type', '{"download": [7]}', 'is wrong at download.0.'],
  ['has a name that does not exist', '{"downloads": []}', 'is wrong at downloads.'],
  ['is too large', JSON.stringify({ download: ['x'.repeat(4096)] }), 'must not exceed 4096 bytes'],
])('a file of hints that %s is refused in one sentence', (_what, text, reason) => {
  const message = messageOf(() => readConfig({ EXTENSION_HINTS_FILE: fileWith(text) }))

  expect(message).toContain(`EXTENSION_HINTS_FILE names a file that ${reason}`)
  expect(message.split('; ')).toHaveLength(1)
})

/** As README says which they are. */
const secretsInReadme = (): string[] => [...new Set(namesInReadme().filter(isSecret))]

/** A key's name, and an address. */
const NO_SECRETS = ['APP_SEALING_KEY', 'AUTH_HOOK_CUSTOM_ACCESS_TOKEN']

const isSecret = (name: string) =>
  !NO_SECRETS.includes(name) &&
  (['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'SMTP_URL'].includes(name) ||
    /_(KEYS?|KEY_NEXT|SECRET|TOKEN|OTLP_HEADERS)$/.test(name))

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, text)

  return file
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  return folder
}
