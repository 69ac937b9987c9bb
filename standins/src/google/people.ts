import { fieldsOf, InvalidInput } from '#runtime/fields.ts'
import type { GoogleNeeds } from './memory.ts'
import { type NewPerson, type Person, personFrom } from './person.ts'

const addPerson = ({ memory }: GoogleNeeds, newPerson: NewPerson): Promise<Person> =>
  memory.google.change((state) => {
    const person = personFrom(newPerson, state.people)
    state.people.push(person)
    return person
  })

/** `{"people":[{"name":"Ada","email":"ada@example.test","emailUnverified":true}]}` */
export async function seedPeople(needs: GoogleNeeds, input: unknown): Promise<void> {
  const newPeople = fieldsOf(input).value('people')
  if (!Array.isArray(newPeople)) throw new InvalidInput('"people" must be a list.')

  for (const newPerson of newPeople.map(fieldsOf)) {
    await addPerson(needs, {
      name: newPerson.text('name', ''),
      email: newPerson.text('email'),
      emailVerified: !newPerson.flag('emailUnverified'),
    })
  }
}
