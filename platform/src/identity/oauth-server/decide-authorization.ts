import { randomBytes } from 'node:crypto'
import type { OAuthAuthorizationJson, OAuthRedirectJson } from '@app/contract/oauth'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { storedHash } from '#identity/one-time/codes.ts'
import { type Authorised, authoriseAssured, type SignedIn } from '#identity/sessions/authorise.ts'
import {
  type AuthorizationRow,
  approveAuthorization,
  bindAuthorization,
  denyAuthorization,
  lockAuthorization,
} from './authorizations-table.ts'
import { clientFacts } from './client-json.ts'
import { type ClientRow, holdClient } from './clients-table.ts'
import { findConsent, saveConsent } from './consents-table.ts'
import { authorizationAnswered, authorizationNotFound, needsAccount } from './errors.ts'
import { returnAddress } from './return-address.ts'
import { isOpenTo } from './scopes.ts'

const TTL_MS = 10 * 60_000

type Needs = Pick<Identity, 'db' | 'clock'>

/** What the consent page shows; or, if the user has allowed all of it before, the way back with a code. */
export async function readAuthorization(
  needs: Needs,
  signedIn: SignedIn,
  id: string,
  client: Client,
): Promise<OAuthAuthorizationJson | OAuthRedirectJson> {
  return needs.db.as(theServer, async (sql) => {
    const opened = await openAuthorization(sql, needs, signedIn, id)
    const { request, oauthClient, account } = opened
    const consent = await findConsent(sql, account.id, oauthClient.id)
    if (consent && request.scopes.every((scope) => consent.scopes.includes(scope))) {
      return approve(sql, needs, opened, client)
    }

    return {
      authorization_id: request.id,
      redirect_uri: request.redirect_uri,
      client: clientFacts(oauthClient),
      user: { id: account.id, email: account.email ?? '' },
      scope: request.scopes.join(' '),
    }
  })
}

export async function decideAuthorization(
  needs: Needs,
  signedIn: SignedIn,
  { id, action }: { id: string; action: 'approve' | 'deny' },
  client: Client,
): Promise<OAuthRedirectJson> {
  return needs.db.as(theServer, async (sql) => {
    const opened = await openAuthorization(sql, needs, signedIn, id)

    return action === 'approve'
      ? approve(sql, needs, opened, client)
      : deny(sql, needs, opened, client)
  })
}

type Opened = {
  request: AuthorizationRow
  oauthClient: ClientRow
  account: Account
  session: NonNullable<Authorised['session']>
}

/** The first user who opens a request is the only one. Another's is answered like an unknown one. */
async function openAuthorization(
  sql: Sql,
  needs: Needs,
  signedIn: SignedIn,
  id: string,
): Promise<Opened> {
  const { account, session } = await authoriseAssured(sql, needs, signedIn)
  // A token that was signed elsewhere proves no sign-in that a client could be told of.
  if (account.is_anonymous || !session) throw needsAccount()
  const request = await lockAuthorization(sql, id)
  const isOver = request && needs.clock.now().getTime() - request.created_at.getTime() > TTL_MS
  if (!request || isOver || (request.user_id !== null && request.user_id !== account.id)) {
    throw authorizationNotFound()
  }
  if (request.status !== 'pending') throw authorizationAnswered()
  const oauthClient = await holdClient(sql, request.client_id)
  // An admin may have taken the first-party mark away meanwhile.
  if (!oauthClient || !isOpenTo(oauthClient, request.scopes)) throw authorizationNotFound()

  if (request.user_id === null) await bindAuthorization(sql, id, account.id)
  return { request, oauthClient, account, session }
}

async function approve(
  sql: Sql,
  needs: Needs,
  { request, oauthClient, account, session }: Opened,
  client: Client,
): Promise<OAuthRedirectJson> {
  const now = needs.clock.now()
  const code = randomBytes(32).toString('base64url')
  const earlier = await findConsent(sql, account.id, oauthClient.id)

  await approveAuthorization(sql, {
    id: request.id,
    codeHash: storedHash(code),
    now,
    aal: session.aal,
    signedInAt: session.createdAt,
    notAfter: session.notAfter,
  })
  await saveConsent(sql, {
    user_id: account.id,
    client_id: oauthClient.id,
    scopes: [...new Set([...(earlier?.scopes ?? []), ...request.scopes])],
    granted_at: now,
  })
  await audit(sql, needs, 'oauth_consent_granted', { request, account, client })
  return { redirect_url: returnAddress(request.redirect_uri, { code, state: request.state }) }
}

async function deny(
  sql: Sql,
  needs: Needs,
  { request, account }: Opened,
  client: Client,
): Promise<OAuthRedirectJson> {
  await denyAuthorization(sql, request.id)
  await audit(sql, needs, 'oauth_consent_denied', { request, account, client })

  return {
    redirect_url: returnAddress(request.redirect_uri, {
      error: 'access_denied',
      error_description: 'The user denied the request',
      state: request.state,
    }),
  }
}

const audit = (
  sql: Sql,
  needs: Needs,
  action: 'oauth_consent_granted' | 'oauth_consent_denied',
  { request, account, client }: { request: AuthorizationRow; account: Account; client: Client },
) =>
  record(sql, needs, {
    action,
    actor: account,
    client,
    traits: { client_id: request.client_id, scopes: request.scopes.join(' ') },
  })
