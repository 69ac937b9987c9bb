import type { PendingEmailChange } from '@app/contract/account-replies'
import { theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { hasAgreed, type Mailbox, needsCurrentMailbox } from '#identity/addresses/email-change.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { authoriseAssured, type SignedIn } from '#identity/sessions/authorise.ts'

/** The requested address that is not yet confirmed. Does not reveal whether it belongs to another account. */
export async function findPendingEmailChange(
  needs: Identity,
  signedIn: SignedIn,
): Promise<PendingEmailChange | null> {
  const { account } = await needs.db.as(theServer, (sql) => authoriseAssured(sql, needs, signedIn))
  const { email_change: email, email_change_sent_at: sentAt } = account
  if (!email || !sentAt) return null

  return { email, sentAt: sentAt.toISOString(), waitingFor: mailboxesDue(needs, account) }
}

function mailboxesDue(needs: Identity, account: Account): Mailbox[] {
  const mailboxes: Mailbox[] = needsCurrentMailbox(needs, account) ? ['current', 'new'] : ['new']

  return mailboxes.filter((mailbox) => !hasAgreed(account, mailbox))
}

/** Cancels the change. A trigger on the table deletes its codes together with the pending address. */
export async function withdrawEmailChange(
  needs: Identity,
  signedIn: SignedIn,
  client: Client,
): Promise<void> {
  await needs.db.as(theServer, async (sql) => {
    const { account } = await authoriseAssured(sql, needs, signedIn)
    const { id, email_change: email, is_anonymous, phone_change } = account
    if (!email) return

    await updateUser(sql, id, needs.clock.now(), {
      email_change: '',
      email_change_confirm_status: 0,
      // The pending password of an anonymous account is deleted with the address, unless a phone change is pending too.
      ...(is_anonymous && !phone_change && { pending_encrypted_password: null }),
    })
    const traits = { new_email: email }
    await record(sql, needs, {
      action: 'user_email_change_withdrawn',
      actor: account,
      client,
      traits,
    })
  })
}
