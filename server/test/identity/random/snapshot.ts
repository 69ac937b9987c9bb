import type { AuthServer } from '#test/auth-server.ts'

export type UserRow = {
  id: string
  email: string | null
  is_confirmed: boolean
  email_change: string | null
  is_anonymous: boolean
  is_deleted: boolean
  has_password: boolean
  metadata: Record<string, unknown>
}
export type SessionRow = { id: string; user_id: string; aal: string; factor_id: string | null }
export type IdentityRow = { user_id: string; provider: string; name: string | null }
export type FactorRow = { id: string; user_id: string; status: string; factor_type: string }

export type PasskeyRow = { id: string; user_id: string }
export type ConsentRow = { user_id: string }

/** What the tables say, read without changing anything. */
export type Snapshot = {
  users: readonly UserRow[]
  sessions: readonly SessionRow[]
  identities: readonly IdentityRow[]
  factors: readonly FactorRow[]
  passkeys: readonly PasskeyRow[]
  consents: readonly ConsentRow[]
  tokens: readonly { user_id: string; token_hash: string }[]
}

export const emptySnapshot: Snapshot = {
  users: [],
  sessions: [],
  identities: [],
  factors: [],
  passkeys: [],
  consents: [],
  tokens: [],
}

export async function takeSnapshot({ sql }: Pick<AuthServer, 'sql'>): Promise<Snapshot> {
  const [users, sessions, identities, factors, passkeys, consents, tokens] = await Promise.all([
    sql<UserRow>(USERS),
    sql<SessionRow>(
      'select id, user_id, aal, factor_id from auth.sessions order by created_at, id',
    ),
    sql<IdentityRow>(IDENTITIES),
    sql<FactorRow>(
      'select id, user_id, status, factor_type from auth.mfa_factors order by created_at, id',
    ),
    sql<PasskeyRow>('select id, user_id from auth.webauthn_credentials order by created_at, id'),
    sql<ConsentRow>('select user_id from auth.oauth_consents order by user_id'),
    sql<{ user_id: string; token_hash: string }>(
      'select user_id, token_hash from auth.one_time_tokens',
    ),
  ])

  return { users, sessions, identities, factors, passkeys, consents, tokens }
}

/** The rows that belong to one world: by its domain, or by an account it knows. */
export function partOf(
  { users, sessions, identities, factors, passkeys, consents, tokens }: Snapshot,
  isOurs: (user: UserRow) => boolean,
): Snapshot {
  const ours = users.filter(isOurs)
  const ids = new Set(ours.map(({ id }) => id))
  const within = <Row extends { user_id: string }>(rows: readonly Row[]) =>
    rows.filter(({ user_id }) => ids.has(user_id))

  return {
    users: ours,
    sessions: within(sessions),
    identities: within(identities),
    factors: within(factors),
    passkeys: within(passkeys),
    consents: within(consents),
    tokens: within(tokens),
  }
}

const USERS = `
  select id, email, email_confirmed_at is not null as is_confirmed, email_change, is_anonymous,
         deleted_at is not null as is_deleted, encrypted_password is not null as has_password,
         raw_user_meta_data as metadata
    from auth.users
   order by created_at, id`

/** Named as the provider's page names them: by address at Google, by login at GitHub. */
const IDENTITIES = `
  select user_id, provider,
         case provider when 'github' then identity_data ->> 'user_name' else identity_data ->> 'email' end as name
    from auth.identities`
