import { randomDigits } from '#oauth/random-text.ts'
import { Misunderstood } from '#runtime/fields.ts'

/** Everybody at Google has an address; it need not be a proven one. */
export type Person = {
  sub: string
  name: string
  email: string
  emailVerified: boolean
  /** The domain of the organisation that manages the account. */
  hostedDomain: string | null
}

export type Newcomer = Pick<Person, 'name' | 'email' | 'emailVerified'> & {
  hostedDomain?: string | null
}

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+$/

/** Throws `Misunderstood` with what is wrong with them. */
export function personFrom(newcomer: Newcomer, people: readonly Person[]): Person {
  const { name, email, emailVerified, hostedDomain = null } = newcomer
  if (!EMAIL.test(email)) throw new Misunderstood(`“${email}” is not an e-mail address.`)
  if (people.some((one) => one.email === email)) {
    throw new Misunderstood(`“${email}” already has an account.`)
  }

  return { sub: `1${randomDigits(20)}`, name: name || email, email, emailVerified, hostedDomain }
}

export const pictureOf = ({ sub }: Person): string => `/avatars/${sub}`
