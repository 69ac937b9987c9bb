import { join } from 'node:path'
import type { Clock } from '#frame/clock.ts'
import { Misunderstood } from '#frame/fields.ts'
import { openMemory, type Remembered } from '#frame/memory.ts'
import { demoPeople } from './demo-people.ts'
import { type Newcomer, personFrom, problemWith } from './newcomer.ts'
import type { Person } from './person.ts'

export type People = Remembered & {
  all(): readonly Person[]
  byId(id: number): Person | undefined
  byLogin(login: string): Person | undefined
  /** Who used a sign-in page last. */
  latest(): Person | undefined
  remember(latest: Person): Promise<void>
  /** Throws `Misunderstood` with what is wrong with them. */
  add(newcomer: Newcomer): Promise<Person>
}

export function openPeople({ folder, clock }: { folder: string; clock: Clock }): People {
  const memory = openMemory(join(folder, 'people.json'), () => ({
    people: demoPeople(),
    latestId: null as number | null,
  }))
  const all = () => memory.state.people
  const byId = (id: number) => all().find((one) => one.id === id)

  return {
    all,
    byId,
    byLogin: (login) => all().find((one) => one.login.toLowerCase() === login.toLowerCase()),
    latest: () => (memory.state.latestId === null ? undefined : byId(memory.state.latestId)),
    remember: (latest) =>
      memory.change((state) => {
        state.latestId = latest.id
      }),
    add: (newcomer) =>
      memory.change((state) => {
        const problem = problemWith(newcomer, state.people)
        if (problem) throw new Misunderstood(problem)
        const id = Math.max(0, ...state.people.map((one) => one.id)) + 1
        const person = personFrom(newcomer, id, clock.now())
        state.people.push(person)
        return person
      }),
    reset: memory.reset,
    close: memory.close,
  }
}
