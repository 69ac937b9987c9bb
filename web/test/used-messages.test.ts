import { isPlural } from '@app/ui/translator.ts'
import { expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'
import { allModules } from './source-modules.ts'

test('every message is used somewhere, under its full key', () => {
  const used = new Set(allModules().flatMap(({ strings }) => strings))

  expect(keysOf(allMessages.en).filter((key) => !used.has(key))).toEqual([])
})

function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([step, value]: [string, string | object]) =>
    typeof value === 'string' || isPlural(value)
      ? [prefix + step]
      : keysOf(value, `${prefix}${step}.`),
  )
}
