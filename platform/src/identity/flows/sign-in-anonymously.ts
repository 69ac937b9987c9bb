import { randomUUID } from 'node:crypto'
import type { Metadata, SessionJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { admitNewUser } from '#identity/accounts/admit-new-user.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { anonymousDisabled, signupsDisabled } from '#identity/accounts/errors.ts'
import { insertUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'

/** Creates an account without an address, which the user can add later. */
export async function signInAnonymously(
  needs: Identity,
  data: Metadata,
  client: Client,
): Promise<SessionJson> {
  if (needs.settings.signupDisabled) throw signupsDisabled()
  if (!needs.settings.anonymousEnabled) throw anonymousDisabled()
  await admitNewUser(needs, { provider: 'anonymous', data, isAnonymous: true }, client)

  const session = await needs.db.as(theServer, async (sql) => {
    const id = randomUUID()
    await insertUser(sql, id, needs.clock.now(), {
      aud: 'authenticated',
      role: 'authenticated',
      raw_app_meta_data: {},
      raw_user_meta_data: data,
      is_anonymous: true,
    })
    const account = await loadAccount(sql, id)

    await record(sql, needs, {
      action: 'login',
      actor: account,
      client,
      traits: { provider: 'anonymous' },
    })
    return openSession(sql, needs, { account, method: 'anonymous', client })
  })
  return sessionReply(needs, session)
}
