import { createHash, timingSafeEqual } from 'node:crypto'
import { type Sql, theServer } from '#db/database.ts'
import { isBanned } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { storedHash } from '#identity/one-time/codes.ts'
import { type OpenSession, openSession } from '#identity/sessions/open-session.ts'
import { deleteSession } from '#identity/sessions/sessions-table.ts'
import {
  type AuthorizationRow,
  findAuthorizationByCode,
  spendCode,
} from './authorizations-table.ts'
import { type ClientRow, holdClient } from './clients-table.ts'
import { findConsent } from './consents-table.ts'
import { invalidGrant, TokenRefused } from './errors.ts'
import { issueTokens, type TokenReply } from './issue-tokens.ts'

const CODE_TTL_MS = 60_000

export type PresentedCode = { code: string; redirectUri: string; verifier: string }

/** Exchanges a code for tokens, once. A second use ends the session that the first one opened. */
export async function redeemAuthorization(
  needs: Identity,
  oauthClient: ClientRow,
  presented: PresentedCode,
  client: Client,
): Promise<TokenReply> {
  // A refusal is thrown after the commit, so that the session's end and its audit entry stay.
  const outcome = await needs.db.as(theServer, (sql) =>
    redeem(sql, needs, { oauthClient, presented, client }),
  )
  if ('refusal' in outcome) throw outcome.refusal

  const { request, session } = outcome
  const { nonce, signed_in_at: signedInAt } = request
  return issueTokens(needs, oauthClient, session, { nonce, signedInAt })
}

type Redeeming = { oauthClient: ClientRow; presented: PresentedCode; client: Client }
type Outcome = { request: AuthorizationRow; session: OpenSession } | { refusal: TokenRefused }

async function redeem(
  sql: Sql,
  needs: Identity,
  { oauthClient, presented, client }: Redeeming,
): Promise<Outcome> {
  const hash = storedHash(presented.code)
  const seen = await findAuthorizationByCode(sql, hash)
  // A code of another client is unknown to this one, and stays good for its own.
  if (seen?.client_id !== oauthClient.id || seen.user_id === null) return unknownCode()

  const account = await lockAccount(sql, 'id', seen.user_id)
  const held = await holdClient(sql, oauthClient.id)
  const request = await findAuthorizationByCode(sql, hash)
  if (!account || !held || !request) return unknownCode()
  const traits = { provider: 'oauth_provider', client_id: held.id }
  if (request.session_id !== null) {
    await deleteSession(sql, request.session_id)
    const refused = { ...traits, session_id: request.session_id, refused: 'invalid_grant' }
    await record(sql, needs, { action: 'token_revoked', actor: account, client, traits: refused })
    return unknownCode()
  }

  const now = needs.clock.now()
  if (now.getTime() - (request.code_issued_at?.getTime() ?? 0) > CODE_TTL_MS) return unknownCode()
  if (request.redirect_uri !== presented.redirectUri) {
    return { refusal: invalidGrant('redirect_uri is not that of the authorization request') }
  }
  if (!isVerifierOf(request, presented.verifier)) {
    return { refusal: invalidGrant('code_verifier does not match the code challenge') }
  }
  const consent = await findConsent(sql, account.id, held.id)
  if (!consent) return unknownCode()
  if (isBanned(account, now)) {
    return { refusal: new TokenRefused('access_denied', 'User is banned') }
  }

  const session = await openSession(sql, needs, {
    account,
    method: 'oauth_provider/authorization_code',
    client,
    aal: request.aal ?? 'aal1',
    notAfter: request.not_after,
    oauth: { clientId: held.id, scopes: request.scopes },
  })
  await spendCode(sql, request.id, session.id)
  await record(sql, needs, { action: 'login', actor: account, client, traits })
  return { request, session }
}

const unknownCode = (): Outcome => ({
  refusal: invalidGrant('The code is unknown, used or expired'),
})

function isVerifierOf({ code_challenge }: AuthorizationRow, verifier: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const made = createHash('sha256').update(verifier).digest('base64url')

  return (
    made.length === code_challenge.length &&
    timingSafeEqual(Buffer.from(made), Buffer.from(code_challenge))
  )
}
