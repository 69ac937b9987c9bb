import type { SessionJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { type Account, isBanned } from '#identity/account.ts'
import { findAccount, lockAccount } from '#identity/accounts/accounts-table.ts'
import { touchIdentity } from '#identity/accounts/identities-table.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { emailLoginsDisabled, phoneLoginsDisabled, userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import {
  emailNotConfirmed,
  invalidCredentials,
  phoneNotConfirmed,
} from '#identity/passwords/errors.ts'
import { countGuess, forgetGuesses } from '#identity/passwords/guesses.ts'
import { weaknessOf } from '#identity/passwords/password-policy.ts'
import { type OpenSession, openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'

export type Credentials = { by: 'email' | 'phone'; address: string; password: string }

/** Unknown address, wrong password and missing password get the same answer at the same cost. */
export async function signInWithPassword(
  needs: Identity,
  { by, address, password }: Credentials,
  client: Client,
): Promise<SessionJson> {
  if (by === 'email' && !needs.settings.emailEnabled) throw emailLoginsDisabled()
  if (by === 'phone' && !needs.settings.phoneEnabled) throw phoneLoginsDisabled()

  const guess = await countGuess(needs, address, client)
  const account = await needs.db.as(theServer, (sql) => findAccount(sql, by, address))
  const hash = account?.encrypted_password ?? null
  const event = {
    action: 'login',
    actor: account ?? { [by]: address },
    client,
    traits: { provider: by },
  } as const

  const session = await recordingRefusal(needs, event, async () => {
    if (!(await needs.hasher.verify(password, hash)) || !account) throw invalidCredentials()

    return needs.db.as(theServer, async (sql): Promise<OpenSession> => {
      const current = await lockAccount(sql, 'id', account.id)
      // The password changed during the comparison, so the entered one matched the old hash.
      if (!current || current.encrypted_password !== hash) throw invalidCredentials()
      refuseUnready(current, by, needs.clock.now())

      await forgetGuesses(sql, needs, guess)
      await touchIdentity(sql, needs.clock.now(), current.id, by)
      await record(sql, needs, event)
      return openSession(sql, needs, { account: current, method: 'password', client })
    })
  })
  await renewHash(needs, session.account, password)

  const weakness = weaknessOf(password)
  return {
    ...(await sessionReply(needs, session)),
    ...(weakness && { weak_password: weakness }),
  }
}

/** Only callers who know the password learn the state of the account. */
function refuseUnready(account: Account, by: Credentials['by'], now: Date) {
  if (isBanned(account, now)) throw userBanned()
  if (by === 'email' && !account.email_confirmed_at) throw emailNotConfirmed()
  if (by === 'phone' && !account.phone_confirmed_at) throw phoneNotConfirmed()
}

/** Replaces an imported or outdated hash after a successful sign-in. */
async function renewHash(
  { db, hasher }: Identity,
  { id, encrypted_password: old }: Account,
  password: string,
) {
  if (old === null || !hasher.isOutdated(old)) return

  await db.ask(theServer, {
    text: `update auth.users set encrypted_password = $3 where id = $1 and encrypted_password = $2`,
    values: [id, old, await hasher.hash(password)],
  })
}
