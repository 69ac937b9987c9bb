import type { Clock } from '#frame/clock.ts'
import type { Remembered } from '#frame/memory.ts'
import { openRates, type Rates } from './api/rates.ts'
import { type Gits, openGits } from './git/gits.ts'
import { type GrantMemory, openGrants } from './grants/grant-memory.ts'
import { type AppKey, openAppKey } from './installations/app-key.ts'
import { type InstallationMemory, openInstallations } from './installations/installation-memory.ts'
import { type Issues, openIssues } from './issues/issues.ts'
import { openPeople, type People } from './people/people.ts'
import { openRepositories, type Repositories } from './repositories/repositories.ts'
import { type Deliveries, openDeliveries } from './webhooks/deliveries.ts'

/** All that GitHub remembers, each part in a file of its own. */
export type GithubMemory = Remembered & {
  people: People
  grants: GrantMemory
  rates: Rates
  repositories: Repositories
  gits: Gits
  issues: Issues
  installations: InstallationMemory
  deliveries: Deliveries
  appKey: AppKey
}

export async function openGithubMemory(place: {
  folder: string
  clock: Clock
}): Promise<GithubMemory> {
  const people = openPeople(place)
  const parts = {
    people,
    grants: openGrants(place.folder),
    rates: openRates(place),
    repositories: await openRepositories(place),
    gits: openGits({ folder: place.folder, personOf: people.byId }),
    issues: openIssues(place.folder),
    installations: openInstallations(place.folder),
    deliveries: openDeliveries(place.folder),
  }
  const all = Object.values(parts)

  return {
    ...parts,
    appKey: openAppKey(place.folder),
    async reset() {
      await Promise.all(all.map((part) => part.reset()))
    },
    async close() {
      await Promise.all(all.map((part) => part.close()))
    },
  }
}
