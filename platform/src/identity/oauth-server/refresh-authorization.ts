import { AppError } from '#errors/app-error.ts'
import type { Client } from '#identity/client.ts'
import { refreshHeldBy } from '#identity/flows/refresh-session.ts'
import type { Identity } from '#identity/identity.ts'
import type { ReplyNeeds } from '#identity/sessions/session-reply.ts'
import type { ClientRow } from './clients-table.ts'
import { invalidGrant, TokenRefused } from './errors.ts'
import { issueTokens, type TokenReply } from './issue-tokens.ts'

type Needs = ReplyNeeds & Pick<Identity, 'keyring'>

/** Rotation and replay are those of every session; only the answers are OAuth's. */
export async function refreshAuthorization(
  needs: Needs,
  oauthClient: ClientRow,
  refreshToken: string,
  client: Client,
): Promise<TokenReply> {
  const session = await refreshHeldBy(needs, oauthClient.id, refreshToken, client).catch(asOAuth)

  return issueTokens(needs, oauthClient, session)
}

function asOAuth(error: unknown): never {
  if (!(error instanceof AppError) || error.status !== 400) throw error
  if (error.code === 'user_banned') throw new TokenRefused('access_denied', 'User is banned')

  throw invalidGrant('The refresh token is unknown, used or expired')
}
