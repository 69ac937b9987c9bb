import { randomDigits } from '#oauth/random-text.ts'
import { InvalidInput } from '#runtime/fields.ts'

/** Every Google account has an address; it may be unverified. */
export type Person = {
  sub: string
  name: string
  email: string
  emailVerified: boolean
  /** The domain of the organisation that manages the account. */
  hostedDomain: string | null
}

export type NewPerson = Pick<Person, 'name' | 'email' | 'emailVerified'> & {
  hostedDomain?: string | null
}

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+$/

/** Throws `InvalidInput` with the problem. */
export function personFrom(newPerson: NewPerson, people: readonly Person[]): Person {
  const { name, email, emailVerified, hostedDomain = null } = newPerson
  if (!EMAIL.test(email)) throw new InvalidInput(`“${email}” is not an e-mail address.`)
  if (people.some((one) => one.email === email)) {
    throw new InvalidInput(`“${email}” already has an account.`)
  }

  return { sub: `1${randomDigits(20)}`, name: name || email, email, emailVerified, hostedDomain }
}

export const pictureOf = ({ sub }: Person): string => `/avatars/${sub}`
