import { expect, test } from 'vitest'
import { createTranslator } from './translator.ts'
import { allWords } from './whole-library.ts'

const english = createTranslator('en', allWords.en)
const spanish = createTranslator('es', allWords.es)

test('a sentence comes in the language asked for', () => {
  expect(english.t('errorPage.title')).toBe('Something went wrong')
  expect(spanish.t('errorPage.title')).toBe('Algo ha salido mal')
})

test('names take their place in a sentence', () => {
  expect(english.t('header.home', { siteName: 'Gitferry' })).toBe('Gitferry, home')
})

test('a name that is not given stays visible as a gap', () => {
  expect(english.t('header.home')).toBe('{siteName}, home')
})

test('a count chooses between one and many, and is written as the language writes numbers', () => {
  expect(english.t('home.crossing.files', { count: 1 })).toBe('1 file')
  expect(english.t('home.crossing.files', { count: 12_345 })).toBe('12,345 files')
  expect(spanish.t('home.crossing.files', { count: 1 })).toBe('1 archivo')
  expect(spanish.t('home.crossing.files', { count: 12_345 })).toBe('12.345 archivos')
})

test('numbers and dates follow the language', () => {
  const day = new Date(Date.UTC(2025, 5, 23))

  expect(english.number(4.8)).toBe('4.8')
  expect(spanish.number(4.8)).toBe('4,8')
  expect(english.date(day, { dateStyle: 'long', timeZone: 'UTC' })).toBe('June 23, 2025')
  expect(spanish.date(day, { dateStyle: 'long', timeZone: 'UTC' })).toBe('23 de junio de 2025')
})
