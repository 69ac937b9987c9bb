import type { AssuranceLevel } from '@app/contract/identity'
import type { Sql, Transaction } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { ACCOUNT_COLUMNS, type AccountRow, asAccount } from '#identity/accounts/accounts-table.ts'

/** An authentication method of the session, newest first. */
export type Amr = { method: string; timestamp: number; provider?: string }

export type SessionRow = {
  id: string
  user_id: string
  factor_id: string | null
  aal: AssuranceLevel
  amr: Amr[]
  /** The session expires at this time, even if it is refreshed. */
  not_after: Date | null
  user_agent: string
  ip: string | null
  /** The kind of client, if known. */
  tag: string | null
  /** The passkey that opened it. */
  passkey_id: string | null
  /** The OAuth client that holds it; null: the user's own. */
  oauth_client_id: string | null
  oauth_scopes: string[] | null
  refresh_key_sealed: string
  refresh_counter: number
  refreshed_at: Date | null
  created_at: Date
}

const COLUMNS = `
  id, user_id, factor_id, aal, amr, not_after, user_agent, ip, tag, passkey_id,
  oauth_client_id, oauth_scopes,
  refresh_key_sealed, refresh_counter::float8 as refresh_counter, refreshed_at, created_at`

export async function insertSession(
  sql: Sql,
  session: Omit<SessionRow, 'refresh_counter' | 'refreshed_at'>,
): Promise<void> {
  await sql.query(
    `insert into auth.sessions
       (id, user_id, factor_id, aal, amr, not_after, user_agent, ip, tag, passkey_id,
        oauth_client_id, oauth_scopes, refresh_key_sealed, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
    [
      session.id,
      session.user_id,
      session.factor_id,
      session.aal,
      JSON.stringify(session.amr),
      session.not_after,
      session.user_agent,
      session.ip,
      session.tag,
      session.passkey_id,
      session.oauth_client_id,
      session.oauth_scopes,
      session.refresh_key_sealed,
      session.created_at,
    ],
  )
}

const LOCK = `select ${COLUMNS} from auth.sessions where id = $1 for update`

/** Concurrent refreshes of the same session wait here until the transaction ends. */
export async function lockSession(sql: Sql, id: string): Promise<SessionRow | null> {
  const { rows } = await sql.query<SessionRow>(LOCK, [id])

  return rows[0] ?? null
}

const ACCOUNT_OF = `
  select ${ACCOUNT_COLUMNS}
    from auth.users as account
   where account.id = (select user_id from auth.sessions where id = $1)
     and account.deleted_at is null`

/**
 * The same together with the session's account, in one round trip. The account is read by a separate statement, because one that waited for
 * the lock would miss a new ban.
 */
export async function lockSessionAndAccount(
  sql: Transaction,
  id: string,
): Promise<{ session: SessionRow | null; account: Account | null }> {
  const [sessions, accounts] = await sql.queryAll([
    { text: LOCK, values: [id] },
    { text: ACCOUNT_OF, values: [id] },
  ])
  const account = accounts?.rows[0] as AccountRow | undefined

  return {
    session: (sessions?.rows[0] as SessionRow | undefined) ?? null,
    account: account ? asAccount(account) : null,
  }
}

/** For callers that hold the account's lock, without which no session can be ended. */
export async function findSession(sql: Sql, id: string): Promise<SessionRow | null> {
  const { rows } = await sql.query<SessionRow>(
    `select ${COLUMNS} from auth.sessions where id = $1`,
    [id],
  )

  return rows[0] ?? null
}

type Rotation = Pick<SessionRow, 'id' | 'refresh_counter' | 'user_agent' | 'ip'> & { now: Date }

export async function rotateSession(
  sql: Sql,
  { id, refresh_counter, user_agent, ip, now }: Rotation,
): Promise<void> {
  await sql.query(
    `update auth.sessions
        set refresh_counter = $2, user_agent = $3, ip = $4, refreshed_at = $5, updated_at = $5
      where id = $1`,
    [id, refresh_counter, user_agent, ip, now],
  )
}

export async function updateSessionKey(sql: Sql, id: string, sealed: string): Promise<void> {
  await sql.query('update auth.sessions set refresh_key_sealed = $2 where id = $1', [id, sealed])
}

export async function updateSessionAmr(sql: Sql, id: string, amr: readonly Amr[]): Promise<void> {
  await sql.query('update auth.sessions set amr = $2 where id = $1', [id, JSON.stringify(amr)])
}

export async function deleteSession(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.sessions where id = $1', [id])
}

/** Returns false if it does not exist or belongs to another user. */
export async function deleteSessionOf(sql: Sql, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'delete from auth.sessions where user_id = $1 and id = $2::uuid',
    [userId, id],
  )

  return rowCount > 0
}

export async function deletePasskeySessions(
  sql: Sql,
  userId: string,
  { passkeyId, except }: { passkeyId: string; except: string | null },
): Promise<void> {
  await sql.query(
    'delete from auth.sessions where user_id = $1 and passkey_id = $2 and id is distinct from $3::uuid',
    [userId, passkeyId, except],
  )
}

/** Ends what an OAuth client holds: of one user, or of all. */
export async function deleteClientSessions(
  sql: Sql,
  clientId: string,
  userId: string | null = null,
): Promise<void> {
  await sql.query(
    `delete from auth.sessions
      where oauth_client_id = $1 and ($2::uuid is null or user_id = $2::uuid)`,
    [clientId, userId],
  )
}

type ListedSession = Pick<SessionRow, 'id' | 'tag' | 'created_at'> & {
  user_agent: string | null
  ip: string | null
  used_at: Date
}

/** Unexpired sessions, most recently used first. Those of OAuth clients are listed as grants. */
export async function listSessionsOf(
  sql: Sql,
  userId: string,
  now: Date,
): Promise<ListedSession[]> {
  const { rows } = await sql.query<ListedSession>(
    `select id, tag, user_agent, host(ip) as ip, created_at, coalesce(refreshed_at, created_at) as used_at
       from auth.sessions
      where user_id = $1 and oauth_client_id is null and (not_after is null or not_after > $2)
      order by used_at desc, id`,
    [userId, now],
  )

  return rows
}

type Ending = {
  except?: string | null
  /** Sessions above this level are kept. */
  upTo?: AssuranceLevel
}

/** Deletes all sessions of an account, or all except one, with the flows that they began. */
export async function deleteSessionsOf(
  sql: Sql,
  userId: string,
  { except = null, upTo = 'aal2' }: Ending = {},
): Promise<number> {
  const { rowCount } = await sql.query(
    'delete from auth.sessions where user_id = $1 and id is distinct from $2::uuid and aal <= $3',
    [userId, except, upTo],
  )

  return rowCount
}
