import { tokensOf } from '#project/split-statements.ts'

/** A word, name or sign of a statement, and where it is. */
export type Word = { text: string; isQuoted: boolean; from: number; to: number }

export type QualifiedName = { schema: string | null; name: string; from: number; to: number }

/** The words of a statement, without strings and comments; unquoted ones in lower case. */
export function placedWords(statement: string, most: number): Word[] {
  const words: Word[] = []

  for (const { kind, from, to } of tokensOf(statement)) {
    if (words.length === most) break
    if (kind === 'blank' || kind === 'string') continue
    const part = statement.slice(from, to)
    const text = kind === 'name' ? part.slice(1, -1).replaceAll('""', '"') : part.toLowerCase()
    words.push({ text, isQuoted: kind === 'name', from, to })
  }
  return words
}

/** `schema.name` or `name` at a position. */
export function nameAt(words: readonly Word[], at: number): QualifiedName | null {
  const [first, dot, second] = words.slice(at, at + 3)
  if (!first) return null
  if (dot?.text === '.' && !dot.isQuoted && second) {
    return { schema: first.text, name: second.text, from: first.from, to: second.to }
  }
  return { schema: null, name: first.text, from: first.from, to: first.to }
}

/** Where a keyword is, from a position on; -1 without. */
export const indexOfWord = (words: readonly Word[], text: string, from = 0): number =>
  words.findIndex((word, at) => at >= from && !word.isQuoted && word.text === text)

/** The first `schema.name` of a statement. In dumps it is what the statement is about. */
export function firstQualified(words: readonly Word[]): QualifiedName | null {
  const at = words.findIndex(({ text, isQuoted }, index) => text === '.' && !isQuoted && index > 0)

  return at === -1 ? null : nameAt(words, at - 1)
}
