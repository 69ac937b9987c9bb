import type { Sql } from '#db/database.ts'
import { type Account, isBanned } from '#identity/account.ts'
import { revokeUnverified } from '#identity/accounts/unverified-credentials.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { Slot, VerificationType } from '#identity/one-time/code-kinds.ts'
import {
  deleteToken,
  deleteTokensOf,
  type TokenRow,
} from '#identity/one-time/one-time-tokens-table.ts'
import { confirmAccount } from './confirm-account.ts'
import {
  AGREED,
  applyEmailChange,
  hasAgreed,
  type Mailbox,
  needsCurrentMailbox,
} from './email-change.ts'
import { applyPhoneChange } from './phone-change.ts'

export type Proof = {
  account: Account
  token: TokenRow
  type: VerificationType
  client: Client
  /** The session that presents the proof, if known. It survives the conversion of an anonymous account. */
  keepSession: string | null
}

/** null while the other mailbox still has to confirm. */
export type Accepted = Account | null

/**
 * The caller has proven the address by its code: applies the pending change once. The caller holds the account's lock.
 */
export async function acceptProof(sql: Sql, needs: Identity, proof: Proof): Promise<Accepted> {
  if (isBanned(proof.account, needs.clock.now())) throw userBanned(403)

  const account = await ACCEPT[proof.token.token_type](sql, needs, proof)
  if (account) await deleteTokensOf(sql, account.id)
  return account
}

type Accept = (sql: Sql, needs: Identity, proof: Proof) => Promise<Accepted>

/** Each mailbox confirms separately. The new mailbox always must, the current one if `needsCurrentMailbox` returns true. */
const acceptEmailChange =
  (mailbox: Mailbox): Accept =>
  async (sql, needs, { account, token, client, keepSession }) => {
    const hasNew = mailbox === 'new' || hasAgreed(account, 'new')
    const hasCurrent = mailbox === 'current' || hasAgreed(account, 'current')
    if (hasNew && (hasCurrent || !needsCurrentMailbox(needs, account))) {
      return applyEmailChange(sql, needs, account, { keepSession, client })
    }
    await deleteToken(sql, token.id)
    await updateUser(sql, account.id, needs.clock.now(), {
      email_change_confirm_status: AGREED[mailbox],
    })
    return null
  }

const ACCEPT: Record<Slot, Accept> = {
  confirmation_token: async (sql, needs, { account, token, client }) => {
    // `findProof` has checked that the address is one of the two.
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
    if (account.email_confirmed_at) return account
    // The code proves the mailbox, not the credentials that another caller signed up with.
    return confirmAccount(sql, needs, await revokeUnverified(sql, needs, account), 'email')
  },
  email_change_token_new: acceptEmailChange('new'),
  email_change_token_current: acceptEmailChange('current'),
  phone_change_token: (sql, needs, { account, client, keepSession }) =>
    applyPhoneChange(sql, needs, account, { keepSession, client }),
  reauthentication_token: async () => {
    throw new Error('A reauthentication code signs nobody in')
  },
}
