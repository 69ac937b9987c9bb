import { BoundedCache, byLength } from '#cache/bounded-cache.ts'

const MOST_NAMES = 128
const MOST_CANDIDATE_CHARACTERS = 1024 * 1024
const MOST_ROLES = 8
const LONGEST_TEXT = 16_384

/**
 * Names for repeated statements, so that every connection prepares them once. Each role has separate names, because PostgreSQL drops a plan with row policies when the role changes.
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

type Named = { name: string; usedAt: number }

/**
 * A text gets a name when it is seen for the second time. When all names are taken, the least recently used text loses its name and its
 * prepared statements on all connections.
 */
function namesWith(prefix: string): (text: string) => string {
  const names = new Map<string, Named>()
  let uses = 0
  const candidates = new BoundedCache<true>({
    most: MOST_CANDIDATE_CHARACTERS,
    weigh: byLength,
    longestKey: LONGEST_TEXT,
    whenFull: 'clear',
  })

  return (text) => {
    uses += 1
    const known = names.get(text)
    if (known !== undefined) {
      known.usedAt = uses
      return known.name
    }
    if (!candidates.delete(text)) {
      candidates.set(text, true)
      return ''
    }

    const name = names.size < MOST_NAMES ? `${prefix}${names.size}` : takeOldest(names)
    names.set(text, { name, usedAt: uses })
    return name
  }
}

function takeOldest(names: Map<string, Named>): string {
  const [text, { name }] = [...names].reduce((a, b) => (a[1].usedAt < b[1].usedAt ? a : b))
  names.delete(text)

  return name
}
