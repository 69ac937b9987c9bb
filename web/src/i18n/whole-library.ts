import type { Messages } from './books.ts'

type Words = Record<string, { default: object }>

/** All books of both languages, for tests: what a browser opens one by one. */
export const library = {
  en: booksIn(import.meta.glob('./en/*.json', { eager: true })),
  es: booksIn(import.meta.glob('./es/*.json', { eager: true })),
}

export const allWords = {
  en: Object.assign({}, ...Object.values(library.en)) as Messages,
  es: Object.assign({}, ...Object.values(library.es)) as Messages,
}

function booksIn(files: Words): Record<string, object> {
  return Object.fromEntries(
    Object.entries(files).map(([path, words]) => [
      path.replace(/^.*\/|\.json$/g, ''),
      words.default,
    ]),
  )
}
