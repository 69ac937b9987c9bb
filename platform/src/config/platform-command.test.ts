import { expect, test } from 'vitest'
import { readPlatformCommand } from './platform-command.ts'

test('an address, a folder of SQL and a folder of functions', () => {
  const { config, sql, functions } = readPlatformCommand(
    [
      '--db-uri',
      'postgres://db.test/boats',
      '--sql',
      '/boats/sql',
      '--functions',
      '/boats/functions',
    ],
    { PORT: '4000' },
  )

  expect(config).toMatchObject({ databaseUrl: 'postgres://db.test/boats', port: 4000 })
  expect([sql, functions]).toEqual(['/boats/sql', '/boats/functions'])
})

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
