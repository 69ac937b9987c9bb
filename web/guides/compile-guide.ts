import { lexer, type Token, type Tokens } from 'marked'
import type { Block, Guide, Inline } from '#features/guides/guide.ts'

/**
 * Markdown to data, at build time. Of Markdown, a guide may use what the type lists; anything else is refused, so that
 * a mistake fails the build instead of showing as text.
 */
export function compileGuide(markdown: string): Guide {
  const [title, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading' || title.depth !== 1)
    throw refused('a guide without a title', title)

  return { title: inlines(title.tokens), blocks: rest.map(block) }
}

function block(token: Token): Block {
  switch (token.type) {
    case 'heading':
      return heading(token as Tokens.Heading)
    // `text` is a paragraph of a list whose items have no space between them.
    case 'text':
    case 'paragraph':
      return paragraph(token as Tokens.Paragraph)
    case 'blockquote':
      return { kind: 'note', blocks: blocks(token.tokens) }
    case 'list':
      return list(token as Tokens.List)
    case 'table':
      return table(token as Tokens.Table)
    case 'code':
      return { kind: 'code', text: token.text }
    default:
      throw refused('this kind of block', token)
  }
}

const blocks = (tokens: Token[] = []) => tokens.filter(({ type }) => type !== 'space').map(block)

/** `## Words {#anchor}`: the anchor is written out, since it has to be the same in every language. */
function heading({ depth, text, tokens }: Tokens.Heading): Block {
  const [, id] = / \{#([a-z0-9-]+)\}$/.exec(text) ?? []
  const last = tokens.at(-1)
  if (!id || last?.type !== 'text' || (depth !== 2 && depth !== 3)) {
    throw refused('a heading without an anchor, or of another level than two or three', { text })
  }
  const words = [...tokens.slice(0, -1), { ...last, text: last.text.replace(/ \{#.*$/, '') }]

  return { kind: 'heading', level: depth, id, text: inlines(words as Token[]) }
}

const EXTENSION_FILE = '{extensionFile}'

function paragraph({ tokens }: Tokens.Paragraph): Block {
  const [only] = tokens
  if (tokens.length === 1 && only?.type === 'image') {
    return { kind: 'picture', name: only.href, alt: only.text }
  }
  if (tokens.length === 1 && only?.raw === EXTENSION_FILE) return { kind: 'extension-file' }

  return { kind: 'paragraph', text: inlines(tokens) }
}

const list = ({ ordered, items }: Tokens.List): Block => ({
  kind: 'list',
  isOrdered: ordered,
  items: items.map((item) => blocks(item.tokens)),
})

const table = ({ header, rows }: Tokens.Table): Block => ({
  kind: 'table',
  head: header.map(({ tokens }) => inlines(tokens)),
  rows: rows.map((row) => row.map(({ tokens }) => inlines(tokens))),
})

const inlines = (tokens: Token[] = []): Inline[] => tokens.map(inline)

function inline(token: Token): Inline {
  switch (token.type) {
    case 'text':
    case 'escape':
      return token.text
    case 'strong':
      return { kind: 'strong', text: inlines(token.tokens) }
    case 'em':
      return { kind: 'emphasis', text: inlines(token.tokens) }
    case 'codespan':
      return { kind: 'code', text: token.text }
    case 'link':
      return { kind: 'link', href: addressOf(token as Tokens.Link), text: inlines(token.tokens) }
    default:
      throw refused('this kind of text', token)
  }
}

/** Our own pages by path, those of others by https; `{repository}` comes from the configuration. */
function addressOf(link: Tokens.Link): string {
  if (/^(\/(?!\/)|https:|mailto:|\{repository\})/.test(link.href)) return link.href
  throw refused('this address', link)
}

const refused = (what: string, token: unknown) =>
  new Error(`a guide cannot have ${what}: ${JSON.stringify(token)}`)
