import { type Charset, type Cursor, charset } from './cursor.ts'

/** The character sets of token parts. */
const SETS = {
  an: charset(/[A-Za-z0-9]/),
  caps: charset(/[A-Z0-9]/),
  low: charset(/[a-z0-9]/),
  hex: charset(/[a-fA-F0-9]/),
  num: charset(/[0-9]/),
  word: charset(/\w/),
  url: charset(/[\w-]/),
  dash: charset(/[A-Za-z0-9-]/),
  b64: charset(/[A-Za-z0-9+/=]/),
  dot: charset(/[\w.~-]/),
  dollar: charset(/[a-z0-9$]/),
  pct: charset(/[\w%+/=-]/),
} as const

const WORD: Charset = SETS.word

type Part = { set: Charset; min: number; max: number } | string

/** `before` is matched backwards from the anchor, `after` forwards from its end. */
export type TokenPattern = { anchor: string; before: Part | null; after: Part[] }

const PART = /\{(\w+) (\d+)(?:(-)(\d*))?\}/g

/**
 * `re_{an 8}_{an 22-28}`: fixed texts, and character sets with their lengths. The first fixed text is the anchor. One set may precede it.
 * Each part is a run, so nothing is read twice.
 */
export function parsePattern(pattern: string): TokenPattern {
  const parts: Part[] = []
  let at = 0
  for (const match of pattern.matchAll(PART)) {
    if (match.index > at) parts.push(pattern.slice(at, match.index))
    const [whole, name = '', min = '', range, max] = match
    const set = SETS[name as keyof typeof SETS]
    const most = range ? (max ? Number(max) : Number.POSITIVE_INFINITY) : Number(min)
    parts.push({ set, min: Number(min), max: most })
    at = match.index + whole.length
  }
  if (at < pattern.length) parts.push(pattern.slice(at))
  const before = typeof parts[0] === 'string' ? null : (parts.shift() ?? null)

  return { anchor: String(parts.shift()), before, after: parts }
}

/** The position of the token with this anchor, or null if it has another form. */
export function matchPattern(
  cursor: Cursor,
  anchorAt: number,
  { anchor, before, after }: TokenPattern,
): { start: number; end: number } | null {
  const start = before === null ? anchorAt : startOf(cursor, anchorAt, before)
  if (start === null || !isWordStart(cursor, start)) return null
  let end = anchorAt + anchor.length
  for (const part of after) {
    if (typeof part === 'string') {
      if (!cursor.startsWith(part, end)) return null
      end += part.length
      continue
    }
    const runEnd = cursor.runEnd(part.set, end)
    const isLast = part === after.at(-1)
    // Sets may share characters with the text that follows, as in `{url 6}-us`.
    const next = isLast || runEnd - end <= part.max ? runEnd : end + part.max
    if (next - end < part.min || next - end > part.max) return null
    end = next
  }
  return cursor.isAt(WORD, end) ? null : { start, end }
}

function startOf(cursor: Cursor, anchorAt: number, part: Part): number | null {
  if (typeof part === 'string') return null
  const runStart = cursor.runStart(part.set, anchorAt, part.max + 1)
  // The letter of an escape such as `\\n` in a string belongs to no token.
  const start = runStart > 0 && cursor.startsWith('\\', runStart - 1) ? runStart + 1 : runStart

  return anchorAt - start < part.min || anchorAt - start > part.max ? null : start
}

/** Whether a token may begin here: `\n` in a string or `%3D` in a URL ends the previous word. */
function isWordStart(cursor: Cursor, at: number): boolean {
  if (!cursor.isAt(WORD, at - 1) || !cursor.isAt(WORD, at)) return true
  if (at >= 2 && cursor.startsWith('\\', at - 2)) return true

  return at >= 3 && cursor.startsWith('%', at - 3)
}
