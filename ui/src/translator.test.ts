import { expect, test } from 'vitest'
import { createTranslator } from './translator.ts'

const english = createTranslator('en', {
  title: 'Your files',
  list: {
    greeting: 'Hello {name}',
    files: { one: '{count} file', other: '{count} files' },
  },
})

const spanish = createTranslator('es', {
  title: 'Tus archivos',
  list: { files: { one: '{count} archivo', other: '{count} archivos' } },
})

test('a sentence comes in the language asked for', () => {
  expect(english.t('title')).toBe('Your files')
  expect(spanish.t('title')).toBe('Tus archivos')
})

test('values take the place of their placeholders', () => {
  expect(english.t('list.greeting', { name: 'Mia' })).toBe('Hello Mia')
})

test('a value that is not given leaves its placeholder visible', () => {
  expect(english.t('list.greeting')).toBe('Hello {name}')
})

test('a count chooses between one and many, and is written as the language writes numbers', () => {
  expect(english.t('list.files', { count: 1 })).toBe('1 file')
  expect(english.t('list.files', { count: 12_345 })).toBe('12,345 files')
  expect(spanish.t('list.files', { count: 1 })).toBe('1 archivo')
  expect(spanish.t('list.files', { count: 12_345 })).toBe('12.345 archivos')
})

test('a language uses each plural form that its grammar has, and `other` where one is missing', () => {
  const polish = createTranslator('pl', {
    files: {
      one: '{count} plik',
      few: '{count} pliki',
      many: '{count} plików',
      other: '{count} pliku',
    },
  })
  const arabic = createTranslator('ar-u-nu-latn', {
    files: { zero: 'none', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' },
  })

  expect([1, 3, 5, 1.5].map((count) => polish.t('files', { count }))).toEqual([
    '1 plik',
    '3 pliki',
    '5 plików',
    '1,5 pliku',
  ])
  expect([0, 1, 2, 3, 11, 100].map((count) => arabic.t('files', { count }))).toEqual([
    'none',
    'one',
    'two',
    'few',
    'many',
    'other',
  ])
  expect(spanish.t('list.files', { count: 1_000_000 })).toBe('1.000.000 archivos')
})

test('numbers and dates follow the language', () => {
  const day = new Date(Date.UTC(2025, 5, 23))

  expect(english.number(4.8)).toBe('4.8')
  expect(spanish.number(4.8)).toBe('4,8')
  expect(english.date(day, { dateStyle: 'long', timeZone: 'UTC' })).toBe('June 23, 2025')
  expect(spanish.date(day, { dateStyle: 'long', timeZone: 'UTC' })).toBe('23 de junio de 2025')
})

test('a key without a sentence does not compile', () => {
  // @ts-expect-error `list` is a group of sentences.
  expect(() => english.t('list')).toThrow()
})
