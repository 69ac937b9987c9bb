/** Whitespace, comments, strings, identifiers and single characters, as PostgreSQL's own lexer reads them. */
export const TOKEN =
  /\s+|--[^\n]*|\/\*|(?<escaped>[eE]')|'|"|(?<tag>\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|\p{N}[\p{L}\p{N}_.$]*|\\?[\s\S]/uy

/** What pg_dump writes for psql around a dump since its fix of CVE-2025-8714. */
const GUARD = /\\(?:un)?restrict\b[^\n]*\n?/y

type StatementEnd = {
  /** Where the statement's text ends. */
  at: number
  /** Where the next one begins. */
  next: number
  /** Whether this is a line for psql, and no statement. */
  isGuard: boolean
}

/**
 * Finds the ends of statements: semicolons outside of strings, comments, parentheses and `begin atomic` bodies. A text may come in pieces
 * of whole lines.
 */
export class StatementScanner {
  /** Finds the end of the string or comment that is open. */
  #close: ((text: string, from: number) => number | null) | null = null
  #parentheses = 0
  #atomic = 0
  #before = ''

  /** The end of the statement at `from`; null if this piece does not contain it. */
  next(text: string, from: number): StatementEnd | null {
    let at = from

    while (at < text.length) {
      if (this.#close) {
        const end = this.#close(text, at)
        if (end === null) return null
        this.#close = null
        at = end
        continue
      }
      TOKEN.lastIndex = at
      const match = TOKEN.exec(text)
      const part = match?.[0] ?? text.slice(at, at + 1)
      const guard = this.#isBegun ? null : guardAt(text, at)
      if (guard !== null) return { at, next: guard, isGuard: true }
      at += part.length
      this.#open(part, match?.groups ?? {})
      if (this.#isEnd(part, match?.groups?.word)) {
        this.#reset()
        return { at: at - 1, next: at, isGuard: false }
      }
    }
    return null
  }

  /** Whether something of a statement was read, beside blanks and comments. */
  get #isBegun(): boolean {
    return this.#before !== ''
  }

  /** Whether the text may not end here. */
  get isOpen(): boolean {
    return this.#isBegun || this.#close !== null
  }

  #open(part: string, { tag, escaped }: Record<string, string | undefined>): void {
    if (tag !== undefined) this.#close = (text, from) => endOfTag(text, from, tag)
    else if (escaped !== undefined) this.#close = endOfQuote(/['\\]/g)
    else if (part === "'") this.#close = endOfQuote(/'/g)
    else if (part === '"') this.#close = endOfQuote(/"/g)
    else if (part === '/*') this.#close = endOfComment()
  }

  #isEnd(part: string, word: string | undefined): boolean {
    if (/^(\s|--|\/\*)/.test(part)) return false
    const name = word?.toLowerCase() ?? ''
    if (part === '(') this.#parentheses++
    else if (part === ')') this.#parentheses = Math.max(0, this.#parentheses - 1)
    else if (this.#atomic === 0)
      this.#atomic = this.#before === 'begin' && name === 'atomic' ? 1 : 0
    else if (name === 'case') this.#atomic++
    else if (name === 'end') this.#atomic--
    this.#before = name || part

    return part === ';' && this.#parentheses === 0 && this.#atomic === 0
  }

  #reset(): void {
    this.#parentheses = 0
    this.#atomic = 0
    this.#before = ''
  }
}

function guardAt(text: string, at: number): number | null {
  if (text[at] !== '\\') return null
  GUARD.lastIndex = at

  return GUARD.test(text) ? GUARD.lastIndex : null
}

/** A quote that is doubled, and in escaped strings one after a backslash, belongs to the string. */
export const endOfQuote =
  (closing: RegExp) =>
  (text: string, from: number): number | null => {
    closing.lastIndex = from

    for (let match = closing.exec(text); match; match = closing.exec(text)) {
      const [sign] = match
      if (sign !== '\\' && text[closing.lastIndex] !== sign) return closing.lastIndex
      closing.lastIndex++
    }
    return null
  }

export function endOfTag(text: string, from: number, tag: string): number | null {
  const end = text.indexOf(tag, from)

  return end === -1 ? null : end + tag.length
}

/** Comments nest, also over several pieces. */
export function endOfComment(): (text: string, from: number) => number | null {
  let depth = 1

  return (text, from) => {
    const sign = /\/\*|\*\//g
    sign.lastIndex = from
    for (let match = sign.exec(text); match; match = sign.exec(text)) {
      depth += match[0] === '/*' ? 1 : -1
      if (depth === 0) return sign.lastIndex
    }
    return null
  }
}
