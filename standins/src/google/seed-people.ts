import { fieldsOf, Misunderstood } from '#frame/fields.ts'
import { addPerson } from './add-person.ts'
import type { GoogleNeeds } from './needs.ts'

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
