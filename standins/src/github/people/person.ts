export type Email = {
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
