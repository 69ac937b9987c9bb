import type { Metadata, UserJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { createAccount, loadAccount } from '#identity/accounts/create-account.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { replaceByAdmin } from '#identity/accounts/unverified-credentials.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record, recordingRefusal, theService } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { emailExists } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { mailCode, type Redirect } from '#identity/one-time/mail-code.ts'
import { limitInvitations } from '#identity/one-time/mail-limits.ts'

type Input = { email: string; data: Metadata; redirect: Redirect; client: Client }

/** Creates an account and mails an invitation; repeated calls send it again until it is accepted. */
export const inviteUser = (needs: Identity, input: Input): Promise<UserJson> =>
  recordingRefusal(needs, { action: 'user_invited', actor: theService, client: input.client }, () =>
    invite(needs, input),
  )

async function invite(
  needs: Identity,
  { email, data, redirect, client }: Input,
): Promise<UserJson> {
  const address = normaliseEmail(email)

  return retryIfTaken(() =>
    needs.db.as(theServer, async (sql) => {
      const found = await lockAccount(sql, 'email', address)
      if (found?.email_confirmed_at) throw emailExists()

      const account = found
        ? await replaceByAdmin(sql, needs, found, { raw_user_meta_data: data })
        : await createAccount(sql, needs, { email: address, data, passwordHash: null })
      await limitInvitations(sql, needs)
      await mailCode(sql, needs, { account, kind: 'invite', address, redirect })
      const now = needs.clock.now()
      await updateUser(sql, account.id, now, { invited_at: now })
      await record(sql, needs, {
        action: 'user_invited',
        actor: theService,
        client,
        traits: { user_id: account.id, user_email: address },
      })
      return userJson(await loadAccount(sql, account.id))
    }),
  )
}
