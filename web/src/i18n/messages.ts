import type { MessageKeyOf, Translator as TranslatorOf } from '@app/ui/translator.ts'
import { type Book, loadBook, type Messages } from './books.ts'
import type { Language } from './languages.ts'

export type MessageKey = MessageKeyOf<Messages>

export type Translator = TranslatorOf<MessageKey, Language>

const opened = new Set<Book>(['site'])
const shelves = new Map<
  Language,
  { messages: Partial<Messages>; reading: Map<Book, Promise<void>> }
>()

/**
 * The words of a language, in one object that grows as books are opened. A screen opens its books before it
 * is shown, so that to whoever reads, all words are there.
 */
export async function loadMessages(language: Language): Promise<Messages> {
  const shelf = shelves.get(language) ?? { messages: {}, reading: new Map() }
  shelves.set(language, shelf)
  await Promise.all([...opened].map((book) => read(language, book)))

  return shelf.messages as Messages
}

/** Opens books in every language that this page has spoken. */
export async function openBooks(books: readonly Book[]): Promise<void> {
  for (const book of books) opened.add(book)
  await Promise.all(
    [...shelves.keys()].flatMap((language) => books.map((book) => read(language, book))),
  )
}

function read(language: Language, book: Book): Promise<void> {
  const shelf = shelves.get(language)
  if (!shelf) return Promise.resolve()

  const reading =
    shelf.reading.get(book) ??
    loadBook(language, book).then(
      (words) => void Object.assign(shelf.messages, words),
      (error) => {
        // A download that failed may be tried again.
        shelf.reading.delete(book)
        throw error
      },
    )
  shelf.reading.set(book, reading)
  return reading
}
