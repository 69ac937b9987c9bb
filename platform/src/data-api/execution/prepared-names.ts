import { BoundedCache, byLength } from '#cache/bounded-cache.ts'

const MOST_NAMES = 128
const MOST_CANDIDATE_CHARACTERS = 1024 * 1024
const MOST_ROLES = 8
const LONGEST_TEXT = 16_384

/**
 * Names for repeated statements, so that every connection prepares them once. Each role has its own: row policies
 * shape the plan, and PostgreSQL drops a plan when the role changes.
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
 * A text gets a name when it is seen for the second time. When all names are taken, the least recently used text
 * gives its name up, and with it its prepared statement on every connection.
 */
function namesWith(prefix: string): (text: string) => string {
  const names = new Map<string, string>()
  const candidates = new BoundedCache<true>({
    most: MOST_CANDIDATE_CHARACTERS,
    weigh: byLength,
    longestKey: LONGEST_TEXT,
    whenFull: 'clear',
  })

  return (text) => {
    const known = names.get(text)
    if (known !== undefined) {
      names.delete(text)
      names.set(text, known)
      return known
    }
    if (!candidates.delete(text)) {
      candidates.set(text, true)
      return ''
    }

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
