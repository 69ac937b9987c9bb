import { expect, test } from 'vitest'
import { readRestConfig } from './read-rest-config.ts'

test('options are heard before variables, and both have their names from PostgREST', () => {
  const config = readRestConfig(
    ['--db-uri', 'pglite:here', '--db-schemas', 'api, archive', '--app-settings', 'greeting=a=b'],
    {
      PGRST_DB_URI: 'postgres://elsewhere/',
      PGRST_DB_MAX_ROWS: '7',
      PGRST_APP_SETTINGS_COLOUR: 'red',
    },
  )

  expect(config).toMatchObject({
    dbUri: 'pglite:here',
    schemas: ['api', 'archive'],
    maxRows: 7,
    txEnd: 'commit',
    appSettings: { 'app.settings.greeting': 'a=b', 'app.settings.colour': 'red' },
  })
})

test('an empty search path is none, one that is not given is the public schema', () => {
  const read = (args: string[]) => readRestConfig(['--db-uri', 'pglite:here', ...args], {})

  expect(read([]).extraSearchPath).toEqual(['public'])
  expect(read(['--db-extra-search-path', '']).extraSearchPath).toEqual([])
})

test('a missing database and an unknown option are named, with all options there are', () => {
  expect(() => readRestConfig([], {})).toThrow('db-uri is missing: postgres://… or pglite:<folder>')
  expect(() => readRestConfig(['--db-url', 'x'], {})).toThrow('--db-uri --db-schemas')
})

test('an address that cannot be used is refused with its reason', () => {
  const read = (uri: string) => () => readRestConfig(['--db-uri', uri], {})

  expect(read('postgres://u:p#w@h/x')).toThrow('db-uri has a # that is not escaped')
  expect(read('postgres://h/x?host=a,b')).toThrow('db-uri names several hosts')
  expect(read('postgres://u@/x')).toThrow('db-uri names no host')
  expect(read('postgres://u@h/x')).not.toThrow()
})
