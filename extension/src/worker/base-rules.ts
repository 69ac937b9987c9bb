import type { Base } from '@app/sync/comparison'

type Bases = Record<string, NonNullable<Base>>

/** Older ones give way. */
const MOST_BASES = 40
/** Chrome gives an extension 10 MB for everything that it keeps. */
const MOST_CHARACTERS = 4_000_000

/**
 * What a project and its branch had in common, added as the newest. One that has no room by itself is left out: its next push asks as a
 * first one does.
 */
export function withBase(known: Bases, key: string, base: NonNullable<Base>): Bases {
  const { [key]: _, ...others } = known
  const newestFirst = [[key, base] as const, ...Object.entries(others).toReversed()]
  let left = MOST_CHARACTERS
  const kept = newestFirst.slice(0, MOST_BASES).filter(([name, one]) => {
    const size = name.length + JSON.stringify(one).length
    if (size > left) return false
    left -= size
    return true
  })
  return Object.fromEntries(kept.toReversed())
}
