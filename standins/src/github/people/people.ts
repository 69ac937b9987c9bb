import { InvalidInput } from '#runtime/fields.ts'
import type { Place } from '#runtime/place.ts'
import { demoOrganisations, demoPeople } from './demo-accounts.ts'
import {
  type Account,
  type NewPerson,
  type Organisation,
  type Person,
  personFrom,
  problemWith,
} from './person.ts'

export type People = ReturnType<typeof openPeople>

export function openPeople(place: Place) {
  const memory = place.open('people.json', () => ({
    people: demoPeople(),
    organisations: demoOrganisations(),
    latestId: null as number | null,
  }))
  const all = (): readonly Person[] => memory.state.people
  const organisations = (): readonly Organisation[] => memory.state.organisations
  const accounts = (): Account[] => [...all(), ...organisations()]
  const byId = (id: number) => all().find((one) => one.id === id)
  const nextId = () => Math.max(0, ...accounts().map((one) => one.id)) + 1

  return {
    all,
    byId,
    byLogin: (login: string) => all().find(isCalled(login)),
    byEmail: (address: string) =>
      all().find(({ emails }) => emails.some(({ email }) => email === address)),
    organisations,
    organisation: (login: string) => organisations().find(isCalled(login)),
    /** A person or an organisation. */
    account: (id: number) => accounts().find((one) => one.id === id),
    accountOf: (login: string) => accounts().find(isCalled(login)),
    /** The person who used a sign-in page last. */
    latest: () => (memory.state.latestId === null ? undefined : byId(memory.state.latestId)),
    remember: (latest: Person) =>
      memory.change((state) => {
        state.latestId = latest.id
      }),
    /** Throws `InvalidInput` with the problem. */
    add: (newPerson: NewPerson) =>
      memory.change((state) => {
        const problem = problemWith(newPerson, accounts())
        if (problem) throw new InvalidInput(problem)
        const person = personFrom(newPerson, nextId(), place.clock.now())
        state.people.push(person)
        return person
      }),
    addOrganisation: (wanted: Omit<Organisation, 'id' | 'joinedAt'>) =>
      memory.change((state) => {
        const problem = problemWith({ ...wanted, email: '', emailState: 'none' }, accounts())
        if (problem) throw new InvalidInput(problem)
        const organisation = { ...wanted, id: nextId(), joinedAt: place.clock.now() }
        state.organisations.push(organisation)
        return organisation
      }),
  }
}

const isCalled = (login: string) => (one: Account) =>
  one.login.toLowerCase() === login.toLowerCase()
