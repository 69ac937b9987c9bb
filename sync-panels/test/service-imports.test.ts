import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const PANELS = join(import.meta.dirname, '..')
const ENGINE = join(PANELS, '..', 'sync')

const DYNAMIC = /\bimport\s*\(/

test('the engine and the push service load no module later: a service worker may not', () => {
  const files = [...sourcesOf(join(ENGINE, 'src')), ...needsOf('src/push-service/push-service.ts')]

  expect(files.filter((file) => DYNAMIC.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('the push service needs no page: neither React nor the design system', () => {
  const files = needsOf('src/push-service/push-service.ts')

  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => file.endsWith('.tsx'))).toEqual([])
  expect(
    files.flatMap((file) => importsOf(file)).filter((one) => /^react|@app\/ui/.test(one)),
  ).toEqual([])
})

const sourcesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))

/** The file and what it imports of this part, all the way down. The engine is looked at as a whole. */
function needsOf(start: string): string[] {
  const found = new Set([join(PANELS, start)])
  for (const file of found) {
    for (const name of importsOf(file)) {
      if (name.startsWith('#')) found.add(join(PANELS, 'src', name.slice(1)))
      if (name.startsWith('./')) found.add(join(dirname(file), name))
    }
  }
  return [...found]
}

/** Types are gone when it runs. */
function importsOf(file: string): string[] {
  const statements = readFileSync(file, 'utf8').matchAll(/^import (?!type )[^']*'([^']+)'/gm)

  return [...statements].map(([, name = '']) => name)
}
