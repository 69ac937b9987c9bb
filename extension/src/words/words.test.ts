import { expect, test } from 'vitest'
import en from './en.json'
import es from './es.json'

test('both languages say the same things, with the same values', () => {
  expect(shapeOf(es)).toEqual(shapeOf(en))
})

/** Key → names in braces. */
function shapeOf(words: object, path = ''): Record<string, string[]> {
  return Object.assign(
    {},
    ...Object.entries(words).map(([key, value]) =>
      typeof value === 'string'
        ? { [path + key]: [...value.matchAll(/\{\w+\}/g)].map(([name]) => name).sort() }
        : shapeOf(value, `${path}${key}.`),
    ),
  )
}
