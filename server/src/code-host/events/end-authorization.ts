import { serverSql } from '@app/platform/db/server-sql.ts'
import { type CodeHost, githubOf } from '#code-host/code-host.ts'
import { dropTokensOf, findConnection, tokensOfAccount } from '#code-host/connections-table.ts'
import { openToken } from '#code-host/sealed-tokens.ts'
import type { EventFacts } from './read-event.ts'

/**
 * A user revoked the grant at GitHub. Events arrive late and the user may have connected again, so a token that
 * GitHub still accepts belongs to the new grant.
 */
export async function endAuthorization(
  host: CodeHost,
  event: EventFacts['github_app_authorization'],
): Promise<void> {
  const { action, sender } = event
  if (action !== 'revoked') return

  const { db } = host
  const found = await tokensOfAccount(serverSql(db), sender.id)
  for (const { user_id, access_token } of found) {
    const connection = await findConnection(serverSql(db), user_id)
    const token = connection && openToken(host, 'access_token', connection)
    if (token && (await githubOf(host).isAlive(token))) continue

    await dropTokensOf(serverSql(db), user_id, access_token)
  }
}
