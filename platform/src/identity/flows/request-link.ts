import type { Metadata } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { admittingNewUser } from '#identity/accounts/admit-new-user.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { signupsDisabled } from '#identity/accounts/errors.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { createUnverified, replaceUnverified } from '#identity/accounts/unverified-credentials.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { mailConfirmation } from '#identity/addresses/confirmation-mails.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { emailLoginsDisabled } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { otpDisabled } from '#identity/one-time/errors.ts'
import { mailCode, type Redirect } from '#identity/one-time/mail-code.ts'
import { limitMails } from '#identity/one-time/mail-limits.ts'

type Input = {
  email: string
  mayCreate: boolean
  data: Metadata
  redirect: Redirect
  client: Client
}

/** Sign-in without a password. A new address gets an account, which the link confirms. */
export async function requestLink(needs: Identity, input: Input): Promise<void> {
  if (!needs.settings.emailEnabled) throw emailLoginsDisabled()
  const email = normaliseEmail(input.email)

  // The limits must not reveal which of the two mails will be sent.
  const subjects = ['confirmation', 'recovery'] as const
  await limitMails(needs, { address: email, client: input.client, subjects })
  await admittingNewUser(needs, input.client, (admitted) =>
    retryIfTaken(() =>
      needs.db.as(theServer, async (sql) => {
        const account = await findOrCreate(sql, admitted, { ...input, email })
        if (account.email_confirmed_at) await mailMagicLink(sql, needs, account, input)
        else await mailConfirmation(sql, needs, account, input)
      }),
    ),
  )
}

async function findOrCreate(sql: Sql, needs: Identity, input: Input): Promise<Account> {
  const { settings } = needs
  const found = await lockAccount(sql, 'email', input.email)
  if (!found && !input.mayCreate) throw otpDisabled()
  if (!found && settings.signupDisabled) throw signupsDisabled()

  const submitted = { data: input.data, passwordHash: null }
  const account = found
    ? await replaceUnverified(sql, needs, found, submitted)
    : await createUnverified(sql, needs, { email: input.email }, submitted)
  const confirmsNow = settings.autoconfirm && !account.email_confirmed_at
  return confirmsNow ? confirmAccount(sql, needs, account, 'email') : account
}

async function mailMagicLink(
  sql: Sql,
  needs: Identity,
  account: Account,
  { redirect, client }: Input,
): Promise<void> {
  const address = account.email ?? ''

  await mailCode(sql, needs, { account, kind: 'magiclink', address, redirect })
  await record(sql, needs, {
    action: 'user_recovery_requested',
    actor: account,
    client,
    traits: { kind: 'magiclink' },
  })
}
