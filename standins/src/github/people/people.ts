import { InvalidInput } from '#runtime/fields.ts'
import type { Place } from '#runtime/place.ts'
import {
  type Account,
  type NewPerson,
  type Organisation,
  type Person,
  personFrom,
} from './person.ts'

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
  const mustBeFree = (login: string) => {
    if (accounts().some(isCalled(login))) throw new InvalidInput(`“${login}” is already taken.`)
  }
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
    add: (newPerson: NewPerson) =>
      memory.change((state) => {
        mustBeFree(newPerson.login)
        const person = personFrom(newPerson, nextId(), place.clock.now())
        state.people.push(person)
        return person
      }),
    addOrganisation: (wanted: Omit<Organisation, 'id' | 'joinedAt'>) =>
      memory.change((state) => {
        mustBeFree(wanted.login)
        const organisation = { ...wanted, id: nextId(), joinedAt: place.clock.now() }
        state.organisations.push(organisation)
        return organisation
      }),
  }
}

const isCalled = (login: string) => (one: Account) =>
  one.login.toLowerCase() === login.toLowerCase()

const FIRST_ID = 1001
const JOINED_AT = Date.UTC(2021, 4, 17, 9, 30)

/** Three users who also have an account at the product, and one for each state of an e-mail address. */
const DEMO: [login: string, name: string, email: string, state: NewPerson['emailState']][] = [
  ['mia-torres', 'Mia Torres', 'member@demo.gitferry.test', 'hidden'],
  ['priya-nair', 'Priya Nair', 'pro@demo.gitferry.test', 'verified'],
  ['alex-rivera', 'Alex Rivera', 'admin@demo.gitferry.test', 'hidden'],
  ['jonas-weber', 'Jonas Weber', 'jonas@example.test', 'verified'],
  ['sofia-lind', 'Sofía Lind', 'sofia@example.test', 'hidden'],
  ['noor-haddad', 'Noor Haddad', 'noor@example.test', 'unverified'],
  ['sam-okafor', '', '', 'none'],
]

const demoPeople = (): Person[] =>
  DEMO.map(([login, name, email, emailState], i) =>
    personFrom({ login, name, email, emailState }, FIRST_ID + i, JOINED_AT),
  )

const FOUNDED_AT = Date.UTC(2022, 2, 3, 8, 0)
const PRIYA = { personId: 1002, role: 'admin' as const }
const JONAS = { personId: 1004, role: 'member' as const }

/** Priya owns both, Jonas is a member of one: members may push, but not install apps. */
const demoOrganisations = (): Organisation[] => [
  {
    id: 501,
    login: 'lanternworks',
    name: 'Lanternworks',
    members: [PRIYA, JONAS],
    joinedAt: FOUNDED_AT,
  },
  { id: 502, login: 'fernhouse', name: 'Fernhouse', members: [PRIYA], joinedAt: FOUNDED_AT },
]
