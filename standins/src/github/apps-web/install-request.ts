import { findApp, type GithubNeeds } from '#github/memory/memory.ts'
import { type Account, type Person, roleIn } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'

/** A person about to install an app on an account. */
export type InstallRequest = {
  registration: Registration
  account: Account
  person: Person
  /** Only an organisation's owners may install; members send a request. */
  mayInstall: boolean
  state: string | undefined
}

type Parameters = Readonly<Record<string, string | undefined>>

/** Without `account`, the person's own. */
export function readInstallRequest(
  needs: GithubNeeds,
  slug: string,
  asked: Parameters,
): InstallRequest | undefined {
  const { people } = needs.memory
  const registration = findApp(needs, slug)
  const person = people.byLogin(asked.person ?? '')
  const account = person && people.accountOf(asked.account || person.login)
  if (!registration || !account) return undefined
  if (account.id === person.id) {
    return { registration, account, person, mayInstall: true, state: asked.state }
  }

  const organisation = people.organisation(account.login)
  const role = organisation && roleIn(organisation, person.id)
  return role
    ? { registration, account, person, mayInstall: role === 'admin', state: asked.state }
    : undefined
}

/** The accounts on which a person could install the app. */
export const accountsOf = ({ memory: { people } }: GithubNeeds, person: Person): Account[] => [
  person,
  ...people.organisations().filter((one) => roleIn(one, person.id) !== null),
]
