import { fieldsOf, Misunderstood } from '#runtime/fields.ts'
import type { GoogleNeeds } from './needs.ts'
import { type Newcomer, type Person, personFrom } from './person.ts'

export const addPerson = ({ memory }: GoogleNeeds, newcomer: Newcomer): Promise<Person> =>
  memory.google.change((state) => {
    const person = personFrom(newcomer, state.people)
    state.people.push(person)
    return person
  })

/** `{"people":[{"name":"Ada","email":"ada@example.test","emailUnverified":true}]}` */
export async function seedPeople(needs: GoogleNeeds, wish: unknown): Promise<void> {
  const newcomers = fieldsOf(wish).value('people')
  if (!Array.isArray(newcomers)) throw new Misunderstood('"people" must be a list.')

  for (const newcomer of newcomers.map(fieldsOf)) {
    await addPerson(needs, {
      name: newcomer.text('name', ''),
      email: newcomer.text('email'),
      emailVerified: !newcomer.flag('emailUnverified'),
      hostedDomain: newcomer.has('hostedDomain') ? newcomer.text('hostedDomain') : null,
    })
  }
}
