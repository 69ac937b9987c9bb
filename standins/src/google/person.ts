import type { PersonLine } from '#oauth/person-choice.ts'
import { randomDigits } from '#oauth/random-text.ts'
import { InvalidInput } from '#runtime/fields.ts'

/** Every Google account has an address; it may be unverified. */
export type Person = {
  sub: string
  name: string
  email: string
  emailVerified: boolean
}

export type NewPerson = Pick<Person, 'name' | 'email' | 'emailVerified'>

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+$/

/** Throws `InvalidInput` with the problem. */
export function personFrom(newPerson: NewPerson, people: readonly Person[]): Person {
  const { name, email, emailVerified } = newPerson
  if (!EMAIL.test(email)) throw new InvalidInput(`“${email}” is not an e-mail address.`)
  if (people.some((one) => one.email === email)) {
    throw new InvalidInput(`“${email}” already has an account.`)
  }

  return { sub: `1${randomDigits(20)}`, name: name || email, email, emailVerified }
}

export const pictureOf = ({ sub }: Person): string => `/avatars/${sub}`

export const lineOf = (person: Person): PersonLine => ({
  picture: pictureOf(person),
  name: person.name,
  detail: '',
  note: person.emailVerified ? person.email : `${person.email}, not verified`,
})
