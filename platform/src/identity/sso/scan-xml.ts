// Reads XML in one pass without backtracking, with limits. Anything that needs a DTD or that parsers read differently is refused.
// The parsers of the signature library take seconds for small hostile documents.

export type XmlLimits = { depth: number; tags: number; attributes: number }

/** A text, or in tests one that counts how often it is read. */
export type XmlSource = Pick<string, 'length' | 'charCodeAt' | 'slice'>

export type XmlHandler = {
  open(name: string, attributes: ReadonlyMap<string, string>): void
  text(text: string): void
  close(): void
}

export class XmlRefused extends Error {
  override readonly name = 'XmlRefused'
}

/** Throws `XmlRefused` at the first character that a plain document of elements, text and comments does not have. */
export function scanXml(source: XmlSource, limits: XmlLimits, handler: XmlHandler): void {
  const open: string[] = []
  let tags = 0
  let at = skipDeclaration(source)

  while (at < source.length) {
    if (source.charCodeAt(at) !== LESS) at = readText(at)
    else if (source.charCodeAt(at + 1) === EXCLAMATION) at = skipComment(source, at)
    else if (source.charCodeAt(at + 1) === SLASH) at = readEnd(at)
    else at = readStart(at)
  }
  if (open.length > 0 || tags === 0) throw new XmlRefused('it ends too early')

  function readText(from: number): number {
    let to = from
    while (to < source.length && source.charCodeAt(to) !== LESS)
      requireText(source.charCodeAt(to++))
    const text = decoded(source.slice(from, to))
    if (open.length > 0) handler.text(text)
    else if (text.trim() !== '') throw new XmlRefused('it has text outside of its elements')

    return to
  }

  function readStart(from: number): number {
    if (open.length === 0 && tags > 0) throw new XmlRefused('it has more than one root')
    if (++tags > limits.tags) throw new XmlRefused('it has too many elements')
    if (open.length === limits.depth) throw new XmlRefused('it is nested too deeply')
    const nameEnd = skipName(source, from + 1)
    const name = source.slice(from + 1, nameEnd)
    const { attributes, end } = readAttributes(source, nameEnd, limits.attributes)
    handler.open(name, attributes)
    if (source.charCodeAt(end) !== SLASH) {
      open.push(name)
      return end + 1
    }

    handler.close()
    if (source.charCodeAt(end + 1) !== GREATER) throw new XmlRefused('a tag is malformed')
    return end + 2
  }

  function readEnd(from: number): number {
    const nameEnd = skipName(source, from + 2)
    const end = skipSpace(source, nameEnd)
    if (open.pop() !== source.slice(from + 2, nameEnd) || source.charCodeAt(end) !== GREATER) {
      throw new XmlRefused('its tags do not match')
    }
    handler.close()

    return end + 1
  }
}

const LESS = 0x3c
const GREATER = 0x3e
const EXCLAMATION = 0x21
const SLASH = 0x2f
const EQUALS = 0x3d
const QUOTES = [0x22, 0x27]
const DECLARATION = '<?xml '
const COMMENT_START = '<!--'
const COMMENT_END = '-->'

/** The only processing instruction, and only at the very start. */
function skipDeclaration(source: XmlSource): number {
  if (source.slice(0, DECLARATION.length) !== DECLARATION) return 0

  for (let at = DECLARATION.length; at < source.length; at++) {
    if (source.charCodeAt(at) === GREATER) return at + 1
  }
  throw new XmlRefused('it ends too early')
}

function skipComment(source: XmlSource, from: number): number {
  const inside = from + COMMENT_START.length
  if (source.slice(from, inside) !== COMMENT_START) {
    throw new XmlRefused('it has a declaration, which is not accepted')
  }
  for (let at = inside; at < source.length; at++) {
    requireText(source.charCodeAt(at))
    if (source.charCodeAt(at) !== GREATER || at < inside + 2) continue
    if (source.slice(at - 2, at + 1) === COMMENT_END) return at + 1
  }
  throw new XmlRefused('it ends too early')
}

function readAttributes(source: XmlSource, from: number, most: number) {
  const attributes = new Map<string, string>()
  let at = from

  for (;;) {
    const start = skipSpace(source, at)
    const code = source.charCodeAt(start)
    if (code === GREATER || code === SLASH) return { attributes, end: start }
    if (start === at) throw new XmlRefused('a tag is malformed')
    if (attributes.size === most) throw new XmlRefused('an element has too many attributes')

    const nameEnd = skipName(source, start)
    const name = source.slice(start, nameEnd)
    const equals = skipSpace(source, nameEnd)
    const quote = skipSpace(source, equals + 1)
    if (source.charCodeAt(equals) !== EQUALS || !QUOTES.includes(source.charCodeAt(quote))) {
      throw new XmlRefused('an attribute is malformed')
    }
    const end = skipValue(source, quote)
    if (attributes.has(name)) throw new XmlRefused('an element has an attribute twice')
    attributes.set(name, decoded(source.slice(quote + 1, end)))
    at = end + 1
  }
}

function skipValue(source: XmlSource, quote: number): number {
  const closing = source.charCodeAt(quote)

  for (let at = quote + 1; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === closing) return at
    requireText(code)
    if (code === LESS) throw new XmlRefused('an attribute is malformed')
  }
  throw new XmlRefused('it ends too early')
}

function skipName(source: XmlSource, from: number): number {
  let at = from
  while (isNameCode(source.charCodeAt(at))) at++
  if (at === from) throw new XmlRefused('a name is malformed')

  return at
}

/** The names of SAML and XML signatures are ASCII. */
const isNameCode = (code: number) =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x3a) ||
  code === 0x2d ||
  code === 0x2e ||
  code === 0x5f

function skipSpace(source: XmlSource, from: number): number {
  let at = from
  while (isSpace(source.charCodeAt(at))) at++

  return at
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

function requireText(code: number): void {
  if (code >= 0x20 ? code === 0xfffe || code === 0xffff : !isSpace(code)) {
    throw new XmlRefused('it has a character that XML does not allow')
  }
}

const ENTITIES: Partial<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

/** Without a DTD no other entities exist. */
function decoded(text: string): string {
  if (!text.includes('&')) return text

  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));|&/gi,
    (_all, hex, decimal, name) => {
      const known = name ? ENTITIES[name] : undefined
      if (known) return known

      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      const isSurrogate = code >= 0xd800 && code <= 0xdfff
      if (Number.isNaN(code) || code > 0x10ffff || isSurrogate) {
        throw new XmlRefused('it has an unknown entity')
      }
      if (code < 0x10000) requireText(code)
      return String.fromCodePoint(code)
    },
  )
}
