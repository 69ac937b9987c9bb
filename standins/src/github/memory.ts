import type { Clock } from '#frame/clock.ts'
import type { Remembered } from '#frame/memory.ts'
import { openRates, type Rates } from './api/rates.ts'
import { type GrantMemory, openGrants } from './grants/grant-memory.ts'
import { openPeople, type People } from './people/people.ts'

/** All that GitHub remembers, each part in a file of its own. */
export type GithubMemory = Remembered & { people: People; grants: GrantMemory; rates: Rates }

export function openGithubMemory(place: { folder: string; clock: Clock }): GithubMemory {
  const parts = {
    people: openPeople(place),
    grants: openGrants(place.folder),
    rates: openRates(place),
  }
  const all = Object.values(parts)

  return {
    ...parts,
    async reset() {
      await Promise.all(all.map((part) => part.reset()))
    },
    async close() {
      await Promise.all(all.map((part) => part.close()))
    },
  }
}
