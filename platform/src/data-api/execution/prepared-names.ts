import { BoundedCache, byLength } from '#cache/bounded-cache.ts'
import { digestName } from '#db/digest-name.ts'

const MOST_NAMES = 128
const MOST_CANDIDATE_CHARACTERS = 1024 * 1024
const MOST_ROLES = 8
const LONGEST_TEXT = 16_384

/**
 * Names for repeated statements, so that every connection prepares them once. Each role has separate names, because PostgreSQL drops a plan with row policies when the role changes.
 */
export function preparedNames() {
  const byRole = new Map<string, (text: string) => PreparedName>()

  return (text: string, role: string): PreparedName => {
    let names = byRole.get(role)
    if (!names) {
      if (byRole.size === MOST_ROLES) return UNNAMED
      names = namesFor(role)
      byRole.set(role, names)
    }
    return names(text)
  }
}

export type PreparedNames = ReturnType<typeof preparedNames>

/** The texts that have a slot one after the other replace each other on all connections. */
type PreparedName = { name: string; slot: string | undefined }

const UNNAMED: PreparedName = { name: '', slot: undefined }

type Named = PreparedName & { usedAt: number }

/**
 * A text gets a name when it is seen for the second time. When all names are taken, the least recently used text loses its name and its
 * prepared statements on all connections.
 */
function namesFor(role: string): (text: string) => PreparedName {
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
      return known
    }
    if (!candidates.delete(text)) {
      candidates.set(text, true)
      return UNNAMED
    }

    const slot = names.size < MOST_NAMES ? `${role} ${names.size}` : takeOldest(names)
    const named = { name: digestName(`${role} ${text}`), slot, usedAt: uses }
    names.set(text, named)
    return named
  }
}

function takeOldest(names: Map<string, Named>): string | undefined {
  const [text, { slot }] = [...names].reduce((a, b) => (a[1].usedAt < b[1].usedAt ? a : b))
  names.delete(text)

  return slot
}
