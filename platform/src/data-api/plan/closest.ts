/** The minimum similarity for suggesting a name that the caller may not be allowed to know. */
export const LIKELY = 0.75

const ALIKE = 0.33
const LONGEST_PIECE = 3
const SHORTEST_PIECE = 2
const MOST_RANKED = 50

/** The name most similar to the wanted one, or null: first by shared n-grams, then by edit distance. */
export function closest(names: readonly string[], wanted: string, least = ALIKE): string | null {
  const target = wanted.toLowerCase()
  const different = [...new Set(names)]
  // Every missing character is a change, so strings of very different length cannot be similar. The name in a request
  // may have any length.
  const longest = different.reduce((most, name) => Math.max(most, name.length), 0)
  if (target.length * least > longest) return null

  for (let size = LONGEST_PIECE; size >= SHORTEST_PIECE; size--) {
    const pieces = piecesOf(target, size)
    const alike = different
      .map((name) => ({ name, score: cosine(pieces, piecesOf(name.toLowerCase(), size)) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_RANKED)
      .map(({ name }) => ({ name, score: similarity(target, name.toLowerCase()) }))
      .sort((a, b) => b.score - a.score)
    if (alike.length === 0) continue

    const [best] = alike
    return best && best.score >= least ? best.name : null
  }
  return null
}

function piecesOf(text: string, size: number): Map<string, number> {
  const plain = `-${text.replace(/[^\p{L}\p{N}, ]/gu, '')}-`
  const padded = plain.padEnd(size, '-')
  const counts = new Map<string, number>()

  for (let at = 0; at + size <= padded.length; at++) {
    const piece = padded.slice(at, at + size)
    counts.set(piece, (counts.get(piece) ?? 0) + 1)
  }
  return counts
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [piece, count] of a) shared += count * (b.get(piece) ?? 0)

  return shared / (lengthOf(a) * lengthOf(b))
}

const lengthOf = (counts: ReadonlyMap<string, number>) =>
  Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0))

function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)

  return longest === 0 ? 1 : 1 - changesBetween(a, b) / longest
}

/** Levenshtein distance. */
function changesBetween(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)

  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      current.push(
        Math.min(
          (previous[j] ?? 0) + 1,
          (current[j - 1] ?? 0) + 1,
          (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      )
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
