const MOST_NAMES = 256
const MOST_CANDIDATES = 1024
const LONGEST_TEXT = 16_384

/**
 * Names for statements that come again, so that every connection prepares them once. A text gets one
 * when it is seen for the second time; the one that was not used for longest gives its name away, and
 * with it its place on every connection.
 */
export function preparedNames() {
  const names = new Map<string, string>()
  const candidates = new Set<string>()

  return (text: string): string => {
    const known = names.get(text)
    if (known !== undefined) {
      names.delete(text)
      names.set(text, known)
      return known
    }
    if (text.length > LONGEST_TEXT) return ''
    if (!candidates.delete(text)) {
      if (candidates.size === MOST_CANDIDATES) dropOldest(candidates)
      candidates.add(text)
      return ''
    }

    const name = names.size < MOST_NAMES ? `rest_${names.size}` : oldestName(names)
    names.set(text, name)
    return name
  }
}

export type PreparedNames = ReturnType<typeof preparedNames>

function dropOldest(texts: Set<string>): void {
  for (const oldest of texts) {
    texts.delete(oldest)
    return
  }
}

function oldestName(names: Map<string, string>): string {
  for (const [text, name] of names) {
    names.delete(text)
    return name
  }
  return ''
}
