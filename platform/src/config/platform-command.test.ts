import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPlatformCommand } from './platform-command.ts'

test('an address, a folder of SQL and a folder of functions', () => {
  const [sqlFolder, functionsFolder] = [newFolder(), newFolder()]
  const { config, sql, functions } = readPlatformCommand(
    [
      '--db-uri',
      'postgres://db.test/boats',
      '--sql',
      sqlFolder,
      '--functions',
      relative('.', functionsFolder),
    ],
    { PORT: '4000' },
  )

  expect(config).toMatchObject({ databaseUrl: 'postgres://db.test/boats', port: 4000 })
  expect([sql, functions]).toEqual([sqlFolder, functionsFolder])
})

test.each(['--sql', '--functions'])('%s of a folder that is not there is refused', (option) => {
  const folder = newFolder()
  const file = join(folder, 'a.sql')
  writeFileSync(file, '')
  const read = (path: string) => readPlatformCommand(['--db-uri', 'pglite:x', option, path], {})

  expect(() => read(join(folder, 'none'))).toThrow(
    `${option}: there is no folder ${folder}/none.\nnpm run platform`,
  )
  expect(() => read(file)).toThrow(`${option}: there is no folder ${file}.`)
})

test('a misspelt variable is named, those of a product beside the platform are not', () => {
  const read = (environment: Record<string, string>) =>
    readPlatformCommand(['--db-uri', 'pglite:x'], environment)

  expect(() => read({ AUTH_AUTOCONFRIM: 'true' })).toThrow(
    'AUTH_AUTOCONFRIM is not a variable that is known here (did you mean AUTH_AUTOCONFIRM?).',
  )
  expect(() =>
    read({ GITHUB_APP_ID: '7', LEMON_SQUEEZY_STORE_ID: '7', STANDINS: 'off' }),
  ).not.toThrow()
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platform-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))

  return folder
}

test('an embedded database lies in the folder that is named, whatever the environment says', () => {
  const { config, sql } = readPlatformCommand(['--db-uri', 'pglite:/boats/data'], {
    DATABASE_URL: 'postgres://elsewhere.test/boats',
  })

  expect(config).toMatchObject({ databaseUrl: null, dataDir: '/boats/data' })
  expect(sql).toBeNull()
})

test.each([
  ['no database', [], /--db-uri is missing\nnpm run platform -- --db-uri/],
  ['an option it does not know', ['--db-uri', 'pglite:x', '--port', '1'], /Unknown option/],
  ['an address of something else', ['--db-uri', 'mysql://db.test'], /DATABASE_URL must be/],
])('%s is told in a sentence', (_what, args, told) => {
  expect(() => readPlatformCommand(args, {})).toThrow(told)
})
