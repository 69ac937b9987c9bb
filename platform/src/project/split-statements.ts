import { endOfComment, endOfQuote, endOfTag, StatementScanner, TOKEN } from './statement-scanner.ts'

export type SqlStatement = {
  /** Without surrounding blanks and without the separator. */
  text: string
  /** The line of the file on which `text` begins. */
  line: number
}

/**
 * Splits a file at the semicolons between statements. Those within strings, comments, parentheses and `begin atomic` bodies separate
 * nothing. A file that is not closed properly gives one long last statement, which the database then refuses.
 */
export function splitStatements(text: string): SqlStatement[] {
  const statements: SqlStatement[] = []
  const pieces = piecesOf(text)
  let line = 1
  let counted = 0

  for (const { from, to } of pieces) {
    const piece = text.slice(from, to)
    const trimmed = piece.trim()
    if (trimmed === '') continue
    const begins = from + piece.indexOf(trimmed)
    line += countLines(text, counted, begins)
    counted = begins
    statements.push({ text: trimmed, line })
  }
  return statements
}

/** The words of a statement in lower case, with names without their quotes; comments are left out. */
export function wordsOf(statement: string, most: number): string[] {
  const words: string[] = []

  for (const { kind, from, to } of tokensOf(statement)) {
    if (words.length === most) break
    const part = statement.slice(from, to)
    if (kind === 'word') words.push(part.toLowerCase())
    else if (kind === 'name') words.push(part.slice(1, -1).replaceAll('""', '"'))
    else if (kind === 'sign' && part !== '\\') words.push(part)
  }
  return words
}

/** The line on which the statement's first word is, after comments. */
export function firstLineOf({ text, line }: SqlStatement): number {
  for (const { kind, from } of tokensOf(text)) {
    if (kind !== 'blank') return line + countLines(text, 0, from)
  }

  return line
}

type Piece = { from: number; to: number }

function piecesOf(text: string): Piece[] {
  const scanner = new StatementScanner()
  const pieces: Piece[] = []
  let from = 0

  for (let end = scanner.next(text, from); end; end = scanner.next(text, from)) {
    if (!end.isGuard) pieces.push({ from, to: end.at })
    from = end.next
  }
  pieces.push({ from, to: text.length })
  return pieces
}

type Token = Piece & { kind: 'blank' | 'word' | 'name' | 'string' | 'sign' }

/** Whatever is not closed goes on to the end. */
export function* tokensOf(text: string): Generator<Token> {
  let at = 0

  while (at < text.length) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    const part = match?.[0] ?? text.slice(at, at + 1)
    const { tag, word, escaped } = match?.groups ?? {}
    const from = at
    at += part.length
    const { length } = text
    if (tag) at = endOfTag(text, at, tag) ?? length
    else if (escaped) at = endOfQuote(/['\\]/g)(text, at) ?? length
    else if (part === "'") at = endOfQuote(/'/g)(text, at) ?? length
    else if (part === '"') at = endOfQuote(/"/g)(text, at) ?? length
    else if (part === '/*') at = endOfComment()(text, at) ?? length
    yield { from, to: at, kind: kindOf(part, { tag, word, escaped }) }
  }
}

function kindOf(part: string, { tag, word, escaped }: Record<string, string | undefined>) {
  if (word !== undefined) return 'word'
  if (part === '"') return 'name'
  if (tag !== undefined || escaped !== undefined || part === "'") return 'string'

  return /^(\s|--|\/\*)/.test(part) ? 'blank' : 'sign'
}

export function countLines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    count++
  }

  return count
}
