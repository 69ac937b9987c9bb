import type { Account } from './organisation.ts'
import type { Person } from './person.ts'

/** `none`: no address at all. `hidden`: verified, but not shown on the profile. */
export const EMAIL_STATES = ['verified', 'hidden', 'unverified', 'none'] as const

type EmailState = (typeof EMAIL_STATES)[number]

export type NewPerson = { login: string; name: string; email: string; emailState: EmailState }

/** Logins that collide with GitHub's own paths. */
const TAKEN = [
  '_control',
  'apps',
  'archives',
  'avatars',
  'deliveries',
  'login',
  'repositories',
  'settings',
  'signup',
]
const LOGIN = /^[a-z\d](?:-?[a-z\d]){0,38}$/i
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+$/

/** The first problem, as one sentence for the form. */
export function problemWith(
  newPerson: Pick<NewPerson, 'login' | 'email' | 'emailState'>,
  accounts: readonly Account[],
): string | undefined {
  const { login, email, emailState } = newPerson
  const isTaken = accounts.some((one) => one.login.toLowerCase() === login.toLowerCase())

  if (!LOGIN.test(login)) return 'A username has letters, digits and single hyphens, 39 at most.'
  if (isTaken || TAKEN.includes(login.toLowerCase())) return `“${login}” is already taken.`
  if (emailState !== 'none' && !EMAIL.test(email)) return `“${email}” is not an e-mail address.`

  return undefined
}

export function personFrom(newPerson: NewPerson, id: number, joinedAt: number): Person {
  const { login, name, email, emailState } = newPerson
  const visibility = emailState === 'verified' ? ('public' as const) : ('private' as const)
  const own = { email, primary: true, verified: emailState !== 'unverified', visibility }
  const noreply = {
    email: `${id}+${login}@users.noreply.github.com`,
    primary: false,
    verified: true,
    visibility: null,
  }

  return {
    id,
    login,
    name: name || null,
    emails: emailState === 'none' ? [] : [own, ...(own.verified ? [noreply] : [])],
    joinedAt,
  }
}
