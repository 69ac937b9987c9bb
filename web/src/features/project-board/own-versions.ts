type Versioned = { id: string; updated_at: string }

/**
 * Tracks versions replaced by our own changes, so that a second quick change causes no conflict.
 */
export function ownVersions() {
  const next = new Map<string, string>()
  const key = ({ id, updated_at }: Versioned) => `${id} ${updated_at}`

  return {
    newest({ id, updated_at }: Versioned): Versioned {
      const seen = { id, updated_at }
      for (let then = next.get(key(seen)); then; then = next.get(key(seen))) seen.updated_at = then

      return seen
    },

    replace(seen: Versioned, updated_at: string): void {
      if (seen.updated_at !== updated_at) next.set(key(seen), updated_at)
    },
  }
}
