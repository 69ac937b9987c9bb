import type { fieldsOf } from '#frame/fields.ts'
import { EMAIL_STATES } from '#github/people/newcomer.ts'
import type { People } from '#github/people/people.ts'

type Fields = ReturnType<typeof fieldsOf>

/** `{"login":"ada","name":"Ada","email":"ada@example.test","emailState":"hidden"}` */
export async function seedPerson(people: People, wish: Fields): Promise<void> {
  await people.add({
    login: wish.text('login'),
    name: wish.text('name', ''),
    email: wish.text('email', ''),
    emailState: wish.oneOf('emailState', EMAIL_STATES) ?? 'verified',
  })
}
