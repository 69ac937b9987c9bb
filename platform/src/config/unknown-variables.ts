import type { EnvironmentReader } from './environment.ts'

/** Shorter names often differ from other programs' variables by one letter. */
const SHORTEST_COMPARED = 8
const FARTHEST_SUGGESTED = 3

/**
 * Refuses unread variables that look like ours: by prefix, or by one letter from an unset variable. Otherwise a misspelt variable would
 * silently keep its default.
 */
export function refuseUnknown(env: EnvironmentReader, prefixes: readonly string[]): void {
  const known = env.known()
  const isSet = (name: string) => env.get(name) !== undefined

  for (const name of env.unread()) {
    const setting = /^(.+)_FILE$/.exec(name)?.[1] ?? ''
    if (setting.length >= SHORTEST_COMPARED && known.includes(setting)) {
      env.problem(`${name} is not known: only secrets may come from files`)
      continue
    }
    const byDistance = known
      .map((one) => ({ one, distance: distanceBetween(name, one) }))
      .sort((a, b) => a.distance - b.distance)
    const nearest = byDistance[0]
    const isTypo = byDistance.some(
      ({ one, distance }) => distance === 1 && one.length >= SHORTEST_COMPARED && !isSet(one),
    )
    if (!isTypo && !prefixes.some((prefix) => name.startsWith(prefix))) continue

    const hint =
      nearest && nearest.distance <= FARTHEST_SUGGESTED ? ` (did you mean ${nearest.one}?)` : ''
    env.problem(`${name} is not a variable that is known here${hint}`)
  }
}

/** The number of characters to add, remove, replace, or swap with their neighbour. */
function distanceBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > FARTHEST_SUGGESTED) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, i) => i)

  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const distances = [
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      ]
      if (isSwapped) distances.push((beforeLast[j - 2] ?? 0) + 1)
      row.push(Math.min(...distances))
    }
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
}
