type Email = {
  email: string
  primary: boolean
  verified: boolean
  /** Only the primary address has one. */
  visibility: 'public' | 'private' | null
}

export type Person = {
  id: number
  login: string
  name: string | null
  emails: Email[]
  /** Milliseconds. */
  joinedAt: number
}

export const primaryEmail = ({ emails }: Person): Email | undefined =>
  emails.find(({ primary }) => primary)

/** The address on the public profile. */
export function publicEmail(person: Person): string | null {
  const primary = primaryEmail(person)

  return primary?.visibility === 'public' ? primary.email : null
}

/** A person without any address need not verify one; GitHub has none, but clients must handle it. */
export function mustVerifyFirst(person: Person): boolean {
  const primary = primaryEmail(person)

  return primary !== undefined && !primary.verified
}

/** An owner of repositories. */
export type Account = {
  id: number
  login: string
  name: string | null
  /** Milliseconds. */
  joinedAt: number
}

/** The path of the account's avatar on the pages. */
export const avatarOf = ({ id }: Account): string => `/avatars/u/${id}`

type Membership = { personId: number; role: 'admin' | 'member' }

export type Organisation = Account & {
  members: Membership[]
  /** Tokens must be authorized by single sign-on. */
  requiresSso?: boolean
}

/** Owners install apps; members can only request it. */
export const roleIn = ({ members }: Organisation, personId: number): Membership['role'] | null =>
  members.find((one) => one.personId === personId)?.role ?? null

/** `none`: no address at all. `hidden`: verified, but not shown on the profile. */
export const EMAIL_STATES = ['verified', 'hidden', 'unverified', 'none'] as const

type EmailState = (typeof EMAIL_STATES)[number]

export type NewPerson = { login: string; name: string; email: string; emailState: EmailState }

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
