import { demoGrants, demoInstallations, renewDemoTokens } from '#github/demo/demo-connections.ts'
import { openGits } from '#github/git/gits.ts'
import { openGrants, openPersonalTokens } from '#github/grants/grants.ts'
import { openAppKey, openInstallations } from '#github/installations/installations.ts'
import { openPeople } from '#github/people/people.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { openRepositories } from '#github/repositories/repositories.ts'
import type { Needs } from '#runtime/declaration.ts'
import type { Place } from '#runtime/place.ts'
import { openDeliveries } from './deliveries.ts'
import { openChecks, openComments, openIssues, openLabels, openReviews } from './issues.ts'
import { openLags, openLimits } from './limits.ts'
import { openRates } from './rates.ts'

/** All state of GitHub. With `isDemo` the product's demo member is connected from the beginning. */
export async function openGithubMemory(
  place: Place,
  registrations: readonly Registration[],
  isDemo: boolean,
) {
  const now = () => place.clock.now()
  const people = openPeople(place)
  const limits = openLimits(place)
  const grants = openGrants(place, isDemo ? () => demoGrants(now()) : undefined)
  const installations = openInstallations(
    place,
    isDemo ? () => demoInstallations(now()) : undefined,
  )
  if (isDemo) {
    await grants.change((state) => renewDemoTokens(state, now()))
    await installations.change(() => undefined)
  }

  return {
    registrations,
    people,
    limits,
    grants,
    installations,
    personalTokens: openPersonalTokens(place),
    rates: openRates(place),
    lags: place.keep(openLags(() => limits.state)),
    repositories: await openRepositories(place),
    gits: openGits(place, people.byId),
    issues: openIssues(place),
    comments: openComments(place),
    labels: openLabels(place),
    reviews: openReviews(place),
    checks: openChecks(place),
    deliveries: openDeliveries(place),
    appKey: openAppKey(place.folder),
  }
}

export type GithubNeeds = Needs<Awaited<ReturnType<typeof openGithubMemory>>>

export const findRegistration = ({ memory }: GithubNeeds, clientId: string | undefined) =>
  memory.registrations.find((one) => one.clientId === clientId)

export const findApp = ({ memory }: GithubNeeds, slug: string) =>
  memory.registrations.find((one) => one.slug === slug)
