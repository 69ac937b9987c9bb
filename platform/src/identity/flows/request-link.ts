import type { Metadata } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { signupsDisabled } from '#identity/accounts/errors.ts'
import { onceMoreIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { replaceUnverified } from '#identity/accounts/unverified-credentials.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { createNewcomer, mailConfirmation } from '#identity/addresses/confirmation-mails.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { emailLoginsDisabled } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { otpDisabled } from '#identity/one-time/errors.ts'
import { mailCode, type WayBack } from '#identity/one-time/mail-code.ts'
import { takeTurnForMail } from '#identity/one-time/mail-limits.ts'

type Wish = {
  email: string
  mayCreate: boolean
  data: Metadata
  wayBack: WayBack
  client: Client
}

/** A way in without a password. An address that is new here gets an account and is confirmed by it. */
export async function requestLink(needs: Identity, wish: Wish): Promise<void> {
  if (!needs.settings.emailEnabled) throw emailLoginsDisabled()
  const email = normaliseEmail(wish.email)

  // Which of the two mails it will be must not show.
  const subjects = ['confirmation', 'recovery'] as const
  await takeTurnForMail(needs, { address: email, client: wish.client, subjects })
  await onceMoreIfTaken(() =>
    needs.db.as(theServer, async (sql) => {
      const account = await findOrCreate(sql, needs, { ...wish, email })
      if (account.email_confirmed_at) await mailMagicLink(sql, needs, account, wish)
      else await mailConfirmation(sql, needs, account, wish)
    }),
  )
}

async function findOrCreate(sql: Sql, needs: Identity, wish: Wish): Promise<Account> {
  const { settings } = needs
  const found = await lockAccount(sql, 'email', wish.email)
  if (!found && !wish.mayCreate) throw otpDisabled()
  if (!found && settings.signupDisabled) throw signupsDisabled()

  const brought = { data: wish.data, passwordHash: null }
  const account = found
    ? await replaceUnverified(sql, needs, found, brought)
    : await createNewcomer(sql, needs, { email: wish.email }, brought)
  const confirmsNow = settings.autoconfirm && !account.email_confirmed_at
  return confirmsNow ? confirmAccount(sql, needs, account, 'email') : account
}

async function mailMagicLink(
  sql: Sql,
  needs: Identity,
  account: Account,
  { wayBack, client }: Wish,
): Promise<void> {
  const address = account.email ?? ''

  await mailCode(sql, needs, { account, kind: 'magiclink', address, wayBack })
  await record(sql, needs, {
    action: 'user_recovery_requested',
    actor: account,
    client,
    traits: { kind: 'magiclink' },
  })
}
