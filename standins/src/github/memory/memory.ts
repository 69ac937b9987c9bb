import { type Gits, openGits } from '#github/git/gits.ts'
import { type GrantMemory, openGrants } from '#github/grants/grant-memory.ts'
import { type AppKey, openAppKey } from '#github/installations/app-key.ts'
import {
  type InstallationMemory,
  openInstallations,
} from '#github/installations/installation-memory.ts'
import { openPeople, type People } from '#github/people/people.ts'
import { openRepositories, type Repositories } from '#github/repositories/repositories.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Remembered } from '#runtime/memory.ts'
import { type Deliveries, openDeliveries } from './deliveries.ts'
import { type Issues, openIssues } from './issues.ts'
import { openRates, type Rates } from './rates.ts'

/** All persisted state of GitHub, one file for each part. */
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
