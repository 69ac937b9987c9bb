import { randomUUID } from 'node:crypto'
import type { AssuranceLevel } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import { type Account, isBanned } from '#identity/account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { type Client, ipOf } from '#identity/client.ts'
import { rememberDevice } from '#identity/devices/device.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { newSessionKey, writeRefreshToken } from './refresh-token.ts'
import { type Amr, insertSession } from './sessions-table.ts'

/** What an OAuth client may do in a session. */
export type OAuthAccess = { clientId: string; scopes: string[] }

/** The data from which a session's tokens are made. */
export type OpenSession = {
  account: Account
  id: string
  aal: AssuranceLevel
  amr: Amr[]
  refreshToken: string
  oauth?: OAuthAccess
  /** Opened by this request. */
  isNew?: true
}

type Opening = {
  account: Account
  method: string
  client: Client
  /** Omitted: aal1. */
  aal?: AssuranceLevel
  passkeyId?: string
  /** Named in `amr` beside the method. */
  ssoProviderId?: string | null
  /** The session's end, however often it is refreshed. */
  notAfter?: Date | null
  /** Copied from another session of the same user. */
  carriedOver?: {
    aal: AssuranceLevel
    amr: Amr[]
    factorId: string | null
    passkeyId: string | null
  }
  tag?: string
  /** Opened for an OAuth client. */
  oauth?: OAuthAccess
}

/**
 * Creates a session. Callers have authenticated the user and hold the account's lock; `sessionReply` issues the tokens
 * after the transaction. Every sign-in ends here, so bans are enforced here.
 */
export async function openSession(
  sql: Sql,
  needs: Pick<Identity, 'clock' | 'digests' | 'keyring' | 'settings' | 'hooks'>,
  opening: Opening,
): Promise<OpenSession> {
  const { account, client, carriedOver, tag, passkeyId, oauth, aal: initial = 'aal1' } = opening
  const now = needs.clock.now()
  if (isBanned(account, now)) throw userBanned(403)
  const id = randomUUID()
  const { key, sealed } = newSessionKey(needs, id)
  const aal = carriedOver?.aal ?? initial
  const amr = carriedOver?.amr ?? [firstAmr(opening, now)]

  await insertSession(sql, {
    id,
    user_id: account.id,
    factor_id: carriedOver?.factorId ?? null,
    aal,
    amr,
    not_after: opening.notAfter ?? null,
    user_agent: client.userAgent,
    ip: ipOf(client),
    tag: tag ?? null,
    passkey_id: carriedOver?.passkeyId ?? passkeyId ?? null,
    oauth_client_id: oauth?.clientId ?? null,
    oauth_scopes: oauth?.scopes ?? null,
    refresh_key_sealed: sealed,
    created_at: now,
  })
  await updateUser(sql, account.id, now, { last_sign_in_at: now })
  // An OAuth client's server is no device of the user.
  if (!carriedOver && !oauth) await rememberDevice(sql, needs, { account, aal, client })
  await needs.hooks.sessionOpened(sql, account)

  return {
    account: { ...account, last_sign_in_at: now, updated_at: now },
    id,
    aal,
    amr,
    refreshToken: writeRefreshToken({ sessionId: id, counter: 0 }, key),
    isNew: true,
    ...(oauth && { oauth }),
  }
}

const firstAmr = ({ method, ssoProviderId }: Opening, now: Date): Amr => ({
  method,
  timestamp: Math.floor(now.getTime() / 1000),
  ...(ssoProviderId && { provider: ssoProviderId }),
})
