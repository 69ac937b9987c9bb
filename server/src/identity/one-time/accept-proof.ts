import type { Sql } from '#db/database.ts'
import { type Account, isBanned } from '#identity/accounts/account.ts'
import { confirmAccount } from '#identity/accounts/confirm-account.ts'
import { applyEmailChange, needsBothMailboxes } from '#identity/accounts/email-change.ts'
import { applyPhoneChange } from '#identity/accounts/phone-change.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { userBanned } from '#identity/passwords/errors.ts'
import type { Slot, VerificationType } from './code-kinds.ts'
import { deleteToken, deleteTokensOf, type TokenRow } from './one-time-tokens-table.ts'

export type Proof = {
  account: Account
  token: TokenRow
  type: VerificationType
  client: Client
}

/** null: the first of two mailboxes has agreed, the other has yet to. */
export type Accepted = Account | null

/** Whoever brings the code has the mailbox: what was waiting for that happens now, and once. */
export async function acceptProof(sql: Sql, needs: Identity, proof: Proof): Promise<Accepted> {
  if (isBanned(proof.account, needs.clock.now())) throw userBanned(403)

  const account = await ACCEPT[proof.token.token_type](sql, needs, proof)
  if (account) await deleteTokensOf(sql, account.id)
  return account
}

type Accept = (sql: Sql, needs: Identity, proof: Proof) => Promise<Accepted>

const acceptEmailChange: Accept = async (sql, needs, { account, token, client }) => {
  const isFirst = account.email_change_confirm_status === 0
  if (!isFirst || !needsBothMailboxes(needs, account)) {
    return applyEmailChange(sql, needs, account, client)
  }
  await deleteToken(sql, token.id)
  await updateUser(sql, account.id, needs.clock.now(), { email_change_confirm_status: 1 })
  return null
}

const ACCEPT: Record<Slot, Accept> = {
  confirmation_token: async (sql, needs, { account, token, client }) => {
    const address = token.relates_to === account.email ? 'email' : 'phone'
    const wasConfirmed = account[`${address}_confirmed_at`] !== null
    const confirmed = wasConfirmed ? account : await confirmAccount(sql, needs, account, address)

    const action = wasConfirmed ? 'login' : account.invited_at ? 'invite_accepted' : 'user_signedup'
    await record(sql, needs, { action, actor: account, client })
    return confirmed
  },
  recovery_token: async (sql, needs, { account, type, client }) => {
    await record(sql, needs, {
      action: 'login',
      actor: account,
      client,
      traits: { provider: type },
    })
    return account.email_confirmed_at ? account : confirmAccount(sql, needs, account, 'email')
  },
  email_change_token_new: acceptEmailChange,
  email_change_token_current: acceptEmailChange,
  phone_change_token: (sql, needs, { account, client }) =>
    applyPhoneChange(sql, needs, account, client),
  reauthentication_token: async () => {
    throw new Error('A reauthentication code signs nobody in')
  },
}
