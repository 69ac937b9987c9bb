export type SqlStatement = {
  /** Without surrounding blanks and without the separator. */
  text: string
  /** The line of the file on which `text` begins. */
  line: number
}

/** Whitespace, comments, strings, identifiers and single characters, as PostgreSQL's own lexer reads them. */
const TOKEN =
  /\s+|--[^\n]*|\/\*|(?<escaped>[eE]')|'|"|(?<tag>\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|\p{N}[\p{L}\p{N}_.$]*|\\?[\s\S]/uy

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
  const pieces: Piece[] = []
  let from = 0
  let depth = 0
  let atomic = 0
  let before = ''

  for (const token of tokensOf(text)) {
    if (token.kind === 'blank') continue
    const part = text.slice(token.from, token.to)
    const word = token.kind === 'word' ? part.toLowerCase() : ''
    if (part === '(') depth++
    else if (part === ')') depth = Math.max(0, depth - 1)
    else if (atomic === 0) atomic = before === 'begin' && word === 'atomic' ? 1 : 0
    else if (word === 'case') atomic++
    else if (word === 'end') atomic--
    if (part === ';' && depth === 0 && atomic === 0) {
      pieces.push({ from, to: token.from })
      from = token.to
    }
    before = word
  }
  pieces.push({ from, to: text.length })
  return pieces
}

type Token = Piece & { kind: 'blank' | 'word' | 'name' | 'string' | 'sign' }

function* tokensOf(text: string): Generator<Token> {
  let at = 0

  while (at < text.length) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    const part = match?.[0] ?? text.slice(at, at + 1)
    const { tag, word, escaped } = match?.groups ?? {}
    const from = at
    at += part.length
    if (tag) at = endOfTag(text, at, tag)
    else if (escaped) at = endOfQuote(text, at, /['\\]/g)
    else if (part === "'") at = endOfQuote(text, at, /'/g)
    else if (part === '"') at = endOfQuote(text, at, /"/g)
    else if (part === '/*') at = endOfComment(text, at)
    yield { from, to: at, kind: kindOf(part, { tag, word, escaped }) }
  }
}

function kindOf(part: string, { tag, word, escaped }: Record<string, string | undefined>) {
  if (word !== undefined) return 'word'
  if (part === '"') return 'name'
  if (tag !== undefined || escaped !== undefined || part === "'") return 'string'

  return /^(\s|--|\/\*)/.test(part) ? 'blank' : 'sign'
}

/** A quote that is doubled, and in escaped strings one after a backslash, belongs to the string. */
function endOfQuote(text: string, from: number, closing: RegExp): number {
  closing.lastIndex = from

  for (let match = closing.exec(text); match; match = closing.exec(text)) {
    const [sign] = match
    if (sign !== '\\' && text[closing.lastIndex] !== sign) return closing.lastIndex
    closing.lastIndex++
  }
  return text.length
}

function endOfTag(text: string, at: number, tag: string): number {
  const end = text.indexOf(tag, at)

  return end === -1 ? text.length : end + tag.length
}

/** Comments nest. */
function endOfComment(text: string, from: number): number {
  const sign = /\/\*|\*\//g
  sign.lastIndex = from
  let depth = 1

  for (let match = sign.exec(text); match; match = sign.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1
    if (depth === 0) return sign.lastIndex
  }
  return text.length
}

function countLines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    count++
  }

  return count
}
