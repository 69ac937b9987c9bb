import { theServer } from '#db/database.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { mailCode, type Redirect } from '#identity/one-time/mail-code.ts'
import { limitMails } from '#identity/one-time/mail-limits.ts'

type Input = { email: string; redirect: Redirect; client: Client }

/** Mails a link to choose a new password. The caller does not learn whether an account exists. */
export async function requestRecovery(
  needs: Identity,
  { email, redirect, client }: Input,
): Promise<void> {
  const address = normaliseEmail(email)

  await limitMails(needs, { address, client, subjects: ['recovery'] })
  await needs.db.as(theServer, async (sql) => {
    const account = await lockAccount(sql, 'email', address)
    if (account) await mailCode(sql, needs, { account, kind: 'recovery', address, redirect })

    await record(sql, needs, {
      action: 'user_recovery_requested',
      actor: account ?? { email: address },
      client,
      ...(!account && { traits: { refused: 'user_not_found' } }),
    })
  })
}
