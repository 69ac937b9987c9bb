import { fieldsOf, Misunderstood } from '#frame/fields.ts'
import { EMAIL_STATES } from './newcomer.ts'
import type { People } from './people.ts'

/** `{"people":[{"login":"ada","name":"Ada","email":"ada@example.test","emailState":"hidden"}]}` */
export async function seedPeople(people: People, wish: unknown): Promise<void> {
  const newcomers = fieldsOf(wish).value('people')
  if (!Array.isArray(newcomers)) throw new Misunderstood('"people" must be a list.')

  for (const newcomer of newcomers.map(fieldsOf)) {
    await people.add({
      login: newcomer.text('login'),
      name: newcomer.text('name', ''),
      email: newcomer.text('email', ''),
      emailState: newcomer.oneOf('emailState', EMAIL_STATES) ?? 'verified',
    })
  }
}
