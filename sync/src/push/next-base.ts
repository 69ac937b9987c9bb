import type { Base } from '#compare/comparison.ts'
import type { Sides } from '#compare/sides.ts'
import type { Listing } from '#objects/listing.ts'

/**
 * The project's differences from the new commit, for the next comparison. Postponed changes keep their earlier state, so that they are
 * proposed again.
 */
export function nextBase(
  sides: Sides,
  postponed: ReadonlySet<string>,
  commit: string,
  { entries }: Pick<Listing, 'entries'>,
): NonNullable<Base> {
  const { ancestor, remote } = sides
  const before = (path: string): string | null => {
    const differs = ancestor?.differs.get(path)
    if (differs !== undefined) return differs
    return (ancestor?.listing ?? remote).entries.get(path)?.sha ?? null
  }
  const differs = new Map<string, string | null>()
  for (const path of new Set([...sides.entries.keys(), ...entries.keys()])) {
    const here = postponed.has(path) ? before(path) : (sides.entries.get(path)?.sha ?? null)
    const there = entries.get(path)?.sha ?? null
    // A selected env file is in the project too.
    const isEnvSent = there !== null && sides.envEntries.get(path)?.sha === there
    if (here !== there && !isEnvSent) differs.set(path, here)
  }
  return { commit, differs: Object.fromEntries(differs) }
}
