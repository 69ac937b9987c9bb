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

/** What everybody may see; most people keep it to themselves. */
export function publicEmail(person: Person): string | null {
  const primary = primaryEmail(person)

  return primary?.visibility === 'public' ? primary.email : null
}

/** Nobody without an address at all needs to prove one; GitHub has no such people, but programs must expect them. */
export function mustVerifyFirst(person: Person): boolean {
  const primary = primaryEmail(person)

  return primary !== undefined && !primary.verified
}
