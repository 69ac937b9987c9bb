/** An owner of repositories. */
export type Account = {
  id: number
  login: string
  name: string | null
  /** Milliseconds. */
  joinedAt: number
}

/** Where the account's picture is, below the address of the pages. */
export const avatarOf = ({ id }: Account): string => `/avatars/u/${id}`

type Membership = { personId: number; role: 'admin' | 'member' }

export type Organisation = Account & { members: Membership[] }

/** Owners install apps; members can only request it. */
export const roleIn = ({ members }: Organisation, personId: number): Membership['role'] | null =>
  members.find((one) => one.personId === personId)?.role ?? null
