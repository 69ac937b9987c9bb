import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { allWords } from './whole-library.ts'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))

test('every sentence is used somewhere, under its full name', () => {
  const code = sourceFiles().map((file) => readFileSync(file, 'utf8'))

  const isUsed = (key: string) =>
    code.some((text) => text.includes(`'${key}'`) || text.includes(`"${key}"`))
  const unused = keysOf(allWords.en).filter((key) => !isUsed(key))

  expect(unused).toEqual([])
})

function sourceFiles(): string[] {
  return readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([step, value]: [string, string | object]) =>
    typeof value === 'string' || 'one' in value
      ? [prefix + step]
      : keysOf(value, `${prefix}${step}.`),
  )
}
