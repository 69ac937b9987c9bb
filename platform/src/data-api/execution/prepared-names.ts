const MOST_NAMES = 128
const MOST_CANDIDATE_CHARACTERS = 1024 * 1024
const MOST_ROLES = 8
const LONGEST_TEXT = 16_384

/**
 * Names for statements that come again, so that every connection prepares them once. Each role has
 * its own: a plan that row policies shaped is another one for another role, and would be thrown away
 * at every change.
 */
export function preparedNames() {
  const byRole = new Map<string, (text: string) => string>()

  return (text: string, role: string): string => {
    let names = byRole.get(role)
    if (!names) {
      if (byRole.size === MOST_ROLES) return ''
      names = namesWith(`rest_${byRole.size}_`)
      byRole.set(role, names)
    }
    return names(text)
  }
}

export type PreparedNames = ReturnType<typeof preparedNames>

/**
 * A text gets a name when it is seen for the second time; the one that was not used for longest gives
 * its name away, and with it its place on every connection.
 */
function namesWith(prefix: string): (text: string) => string {
  const names = new Map<string, string>()
  const candidates = new Set<string>()
  let characters = 0

  return (text) => {
    const known = names.get(text)
    if (known !== undefined) {
      names.delete(text)
      names.set(text, known)
      return known
    }
    if (text.length > LONGEST_TEXT) return ''
    if (!candidates.delete(text)) {
      characters += text.length
      if (characters > MOST_CANDIDATE_CHARACTERS) {
        candidates.clear()
        characters = text.length
      }
      candidates.add(text)
      return ''
    }
    characters -= text.length

    const name = names.size < MOST_NAMES ? `${prefix}${names.size}` : oldestName(names)
    names.set(text, name)
    return name
  }
}

function oldestName(names: Map<string, string>): string {
  for (const [text, name] of names) {
    names.delete(text)
    return name
  }
  return ''
}
