import type { GoogleNeeds } from './needs.ts'
import { type Newcomer, type Person, personFrom } from './person.ts'

export const addPerson = ({ memory }: GoogleNeeds, newcomer: Newcomer): Promise<Person> =>
  memory.google.change((state) => {
    const person = personFrom(newcomer, state.people)
    state.people.push(person)
    return person
  })
