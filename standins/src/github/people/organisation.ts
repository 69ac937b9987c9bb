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

/** What an organisation's owners may forbid. */
export type Policies = {
  /** Members must not delete repositories, not even those they created. */
  forbidsDeletion?: boolean
  forbidsCreation?: boolean
  /** Tokens must be authorized by single sign-on. */
  requiresSso?: boolean
  /** OAuth Apps must be approved; GitHub Apps and personal tokens are not concerned. */
  restrictsOauthApps?: boolean
}

export type Organisation = Account & Policies & { members: Membership[] }

/** Owners install apps; members can only request it. */
export const roleIn = ({ members }: Organisation, personId: number): Membership['role'] | null =>
  members.find((one) => one.personId === personId)?.role ?? null
