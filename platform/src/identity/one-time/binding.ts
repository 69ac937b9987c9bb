import type { Account } from '#identity/account.ts'
import type { Slot } from './code-kinds.ts'
import type { TokenRow } from './one-time-tokens-table.ts'

/** The addresses that a code of this slot may have been sent to, as the account is now. */
const ADDRESSES: Record<Slot, (account: Account) => (string | null)[]> = {
  confirmation_token: ({ email, phone }) => [email, phone],
  recovery_token: ({ email }) => [email],
  reauthentication_token: ({ email, phone }) => [email, phone],
  email_change_token_new: ({ email_change }) => [email_change],
  email_change_token_current: ({ email, email_change }) => (email_change ? [email] : []),
  phone_change_token: ({ phone_change }) => [phone_change],
}

/** A code is good for the address it was sent to, and only while that is still the address of its slot. */
export const isBound = ({ token_type, relates_to }: TokenRow, account: Account): boolean =>
  relates_to !== '' && ADDRESSES[token_type](account).includes(relates_to)
