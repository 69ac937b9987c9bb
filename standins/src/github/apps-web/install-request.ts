import { findApp, type GithubNeeds } from '#github/memory/needs.ts'
import { type Account, roleIn } from '#github/people/organisation.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registrations/registration.ts'

/** Somebody before the page on which an account lets an app in. */
export type Visit = {
  registration: Registration
  account: Account
  person: Person
  /** Only an organisation's owners let an app in; its other people ask them. */
  mayInstall: boolean
  state: string | undefined
}

type Asked = Readonly<Record<string, string | undefined>>

/** Without an account it is the person's own. */
export function visitFrom(needs: GithubNeeds, slug: string, asked: Asked): Visit | undefined {
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

/** Everybody with each account on which they could want the app. */
export const accountsOf = ({ memory: { people } }: GithubNeeds, person: Person): Account[] => [
  person,
  ...people.organisations().filter((one) => roleIn(one, person.id) !== null),
]
