import { demoGrants, demoInstallations, renewDemoTokens } from '#github/demo/demo-connections.ts'
import { type Gits, openGits } from '#github/git/gits.ts'
import { type GrantMemory, openGrants } from '#github/grants/grants.ts'
import { openPersonalTokens, type PersonalTokens } from '#github/grants/personal-tokens.ts'
import { type AppKey, openAppKey } from '#github/installations/app-key.ts'
import { type InstallationMemory, openInstallations } from '#github/installations/installations.ts'
import { openPeople, type People } from '#github/people/people.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { openRepositories, type Repositories } from '#github/repositories/repositories.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Needs } from '#runtime/declaration.ts'
import type { Remembered } from '#runtime/memory.ts'
import { type Checks, openChecks } from './checks.ts'
import { type Deliveries, openDeliveries } from './deliveries.ts'
import {
  type Comments,
  type Issues,
  type Labels,
  openComments,
  openIssues,
  openLabels,
} from './issues.ts'
import { type Lags, openLags } from './lags.ts'
import { type LimitMemory, openLimits } from './limits.ts'
import { openPullRequests, type PullRequests } from './pull-requests.ts'
import { openRates, type Rates } from './rates.ts'

/** All persisted state of GitHub, one file for each part. */
type GithubMemory = Remembered & {
  people: People
  grants: GrantMemory
  personalTokens: PersonalTokens
  rates: Rates
  limits: LimitMemory
  lags: Lags
  repositories: Repositories
  gits: Gits
  issues: Issues
  comments: Comments
  pullRequests: PullRequests
  checks: Checks
  labels: Labels
  installations: InstallationMemory
  deliveries: Deliveries
  appKey: AppKey
}

type Place = { folder: string; clock: Clock }

/** With `isDemo` the product's demo member is connected from the beginning. */
export async function openGithubMemory(place: Place, isDemo: boolean): Promise<GithubMemory> {
  const fresh = {
    grants: isDemo ? () => demoGrants(place.clock.now()) : undefined,
    installations: isDemo ? () => demoInstallations(place.clock.now()) : undefined,
  }
  const people = openPeople(place)
  const limits = openLimits(place.folder)
  const parts = {
    people,
    grants: openGrants(place.folder, fresh.grants),
    personalTokens: openPersonalTokens(place.folder),
    rates: openRates(place),
    limits,
    repositories: await openRepositories(place),
    gits: openGits({ folder: place.folder, personOf: people.byId, limits: () => limits.state }),
    issues: openIssues(place.folder),
    comments: openComments(place.folder),
    pullRequests: openPullRequests(place.folder),
    checks: openChecks(place.folder),
    labels: openLabels(place.folder),
    installations: openInstallations(place.folder, fresh.installations),
    deliveries: openDeliveries(place.folder),
  }
  const all = Object.values(parts)
  const lags = openLags(() => limits.state)
  if (isDemo) {
    await parts.grants.change((state) => renewDemoTokens(state, place.clock.now()))
    await parts.installations.change(() => undefined)
  }

  return {
    ...parts,
    lags,
    appKey: openAppKey(place.folder),
    async reset() {
      lags.forget()
      await Promise.all(all.map((part) => part.reset()))
    },
    async close() {
      await Promise.all(all.map((part) => part.close()))
    },
  }
}

export type GithubNeeds = Needs<GithubMemory> & { registrations: readonly Registration[] }

export const findRegistration = ({ registrations }: GithubNeeds, clientId: string | undefined) =>
  registrations.find((one) => one.clientId === clientId)

export const findApp = ({ registrations }: GithubNeeds, slug: string) =>
  registrations.find((one) => one.slug === slug)
