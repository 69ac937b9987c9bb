import { expect, test } from 'vitest'
import { builderHints, builderHintsFile, NO_HINTS } from './builder-hints.ts'

const BANNER = { en: 'The export has moved.', es: 'La exportación se ha movido.' }

test('an empty file says nothing', () => {
  expect(builderHintsFile.parse({})).toEqual(NO_HINTS)
})

test('words are compared as the builder’s menus are read: in small letters', () => {
  const hints = builderHintsFile.parse({ download: [' Save As ZIP '], banner: BANNER })

  expect(hints).toEqual({ download: ['save as zip'], export: [], banner: BANNER })
})

test.each([
  ['a word that stands in almost every item', { download: ['a'] }],
  ['something that is no word', { download: [{ selector: '.menu' }] }],
  ['more words than menus have', { export: Array(21).fill('export') }],
  ['a misspelt name', { downloads: ['download'] }],
  ['a sentence in one language', { banner: { en: BANNER.en } }],
  ['a sentence in a language we do not have', { banner: { ...BANNER, fr: 'Bonjour' } }],
  ['several lines', { banner: { ...BANNER, en: 'One\nTwo' } }],
  ['text that changes its direction', { banner: { ...BANNER, en: 'abc\u202Etxt' } }],
])('an operator’s file with %s is refused', (_what, wrong) => {
  expect(builderHintsFile.safeParse(wrong).success).toBe(false)
})

test('an extension passes over what a newer server adds', () => {
  expect(builderHints.parse({ download: ['save'], publish: ['ship'] })).toEqual({
    ...NO_HINTS,
    download: ['save'],
  })
})
