import type { Block, Guide, Inline } from './guide.ts'

/** A part of a guide below one heading, as plain text. */
export type GuidePart = {
  /** With the heading's anchor. */
  address: string
  guide: string
  /** Missing for what stands before the first heading. */
  heading: string | null
  text: string
}

export function partsOf(path: string, { title, blocks }: Guide): GuidePart[] {
  const guide = wordsOf(title)
  const parts: GuidePart[] = [{ address: path, guide, heading: null, text: '' }]

  for (const block of blocks) {
    const last = parts.at(-1)
    if (block.kind === 'heading') {
      const heading = wordsOf(block.text)
      parts.push({ address: `${path}#${block.id}`, guide, heading, text: '' })
    } else if (last) last.text = `${last.text} ${textOf(block)}`.trim()
  }
  return parts
}

const MOST = 8

/** The parts that contain every word, those with a word in their heading first. */
export function searchGuides(parts: GuidePart[], search: string): GuidePart[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = parts.flatMap((part) => {
    const head = plain(`${part.guide} ${part.heading ?? ''}`)
    const all = `${head} ${plain(part.text)}`
    if (!words.every((word) => all.includes(word))) return []

    return [{ part, rank: words.filter((word) => head.includes(word)).length }]
  })

  return found
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MOST)
    .map(({ part }) => part)
}

/** Without case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return wordsOf(block.text)
    case 'note':
      return block.blocks.map(textOf).join(' ')
    case 'list':
      return block.items.flat().map(textOf).join(' ')
    case 'table':
      return [block.head, ...block.rows].flat().map(wordsOf).join(' ')
    case 'code':
      return block.text
    default:
      return ''
  }
}

const wordsOf = (text: Inline[]): string =>
  text
    .map((part) => {
      if (typeof part === 'string') return part
      return typeof part.text === 'string' ? part.text : wordsOf(part.text)
    })
    .join('')
