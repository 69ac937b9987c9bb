import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { BUNDLED_EXTENSIONS } from './bundled-extensions.ts'

test('the list has the extensions of the installed engine', () => {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const files = readdirSync(join(dirname(engine), 'contrib'))
  const names = files.filter((file) => /^\w+\.js$/.test(file)).map((file) => file.slice(0, -3))

  expect(BUNDLED_EXTENSIONS.map((name) => name.replaceAll('-', '_')).sort()).toEqual(names.sort())
})
