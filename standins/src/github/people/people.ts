import { join } from 'node:path'
import type { Clock } from '#runtime/clock.ts'
import { InvalidInput } from '#runtime/fields.ts'
import { openMemory, type Remembered } from '#runtime/memory.ts'
import { demoOrganisations, demoPeople } from './demo-accounts.ts'
import {
  type Account,
  type NewPerson,
  type Organisation,
  type Person,
  personFrom,
  problemWith,
} from './person.ts'

export type People = Remembered & {
  all(): readonly Person[]
  byId(id: number): Person | undefined
  byLogin(login: string): Person | undefined
  byEmail(address: string): Person | undefined
  organisations(): readonly Organisation[]
  organisation(login: string): Organisation | undefined
  /** A person or an organisation. */
  account(id: number): Account | undefined
  accountOf(login: string): Account | undefined
  /** The person who used a sign-in page last. */
  latest(): Person | undefined
  remember(latest: Person): Promise<void>
  /** Throws `InvalidInput` with the problem. */
  add(newPerson: NewPerson): Promise<Person>
  addOrganisation(organisation: Omit<Organisation, 'id' | 'joinedAt'>): Promise<Organisation>
}

export function openPeople({ folder, clock }: { folder: string; clock: Clock }): People {
  const memory = openMemory(join(folder, 'people.json'), () => ({
    people: demoPeople(),
    organisations: demoOrganisations(),
    latestId: null as number | null,
  }))
  const all = () => memory.state.people
  const organisations = () => memory.state.organisations
  const accounts = (): Account[] => [...all(), ...organisations()]
  const byId = (id: number) => all().find((one) => one.id === id)
  const nextId = () => Math.max(0, ...accounts().map((one) => one.id)) + 1

  return {
    all,
    byId,
    byLogin: (login) => all().find(isCalled(login)),
    byEmail: (address) => all().find(({ emails }) => emails.some(({ email }) => email === address)),
    organisations,
    organisation: (login) => organisations().find(isCalled(login)),
    account: (id) => accounts().find((one) => one.id === id),
    accountOf: (login) => accounts().find(isCalled(login)),
    latest: () => (memory.state.latestId === null ? undefined : byId(memory.state.latestId)),
    remember: (latest) =>
      memory.change((state) => {
        state.latestId = latest.id
      }),
    add: (newPerson) =>
      memory.change((state) => {
        const problem = problemWith(newPerson, accounts())
        if (problem) throw new InvalidInput(problem)
        const person = personFrom(newPerson, nextId(), clock.now())
        state.people.push(person)
        return person
      }),
    addOrganisation: (wanted) =>
      memory.change((state) => {
        const problem = problemWith({ ...wanted, email: '', emailState: 'none' }, accounts())
        if (problem) throw new InvalidInput(problem)
        const organisation = { ...wanted, id: nextId(), joinedAt: clock.now() }
        state.organisations.push(organisation)
        return organisation
      }),
    reset: memory.reset,
    close: memory.close,
  }
}

const isCalled = (login: string) => (one: Account) =>
  one.login.toLowerCase() === login.toLowerCase()
