import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import type { Identity } from '#identity/identity.ts'
import type { Slot } from './code-kinds.ts'
import { hashesOf, storedHash } from './codes.ts'
import { countWrongGuess, findTokenByHash, type TokenRow } from './one-time-tokens-table.ts'

type Needs = Pick<Identity, 'clock' | 'digests' | 'settings'>

/** A valid code and its account, which stays locked until the transaction ends. */
export type FoundProof = { account: Account; token: TokenRow }

/** After this many wrong guesses, even the correct code is refused. */
const MOST_GUESSES = 5
const SMS_TTL_S = 60

type Presented = {
  slots: readonly Slot[]
  address: string
  code: string
  /** Restricts the search to codes of this account. */
  userId?: string
}

/** Finds a code by its digits. A wrong code counts against every code that the caller may have meant. */
export async function findProofByCode(
  sql: Sql,
  needs: Needs,
  { slots, address, code, userId }: Presented,
): Promise<FoundProof | null> {
  const hashes = slots.flatMap((slot) => hashesOf(needs, { slot, address, code }))
  const proof = await findProof(sql, needs, slots, hashes)
  if (proof && proof.account.id === (userId ?? proof.account.id)) return proof

  await countWrongGuess(sql, { slots, address, userId: userId ?? null }, MOST_GUESSES)
  return null
}

/** Finds a code by its link's token. */
export const findProofByLink = (
  sql: Sql,
  needs: Needs,
  slots: readonly Slot[],
  link: string,
): Promise<FoundProof | null> => findProof(sql, needs, slots, [storedHash(link)])

/** Locks the account before checking the code, so that only the first of concurrent callers finds it. */
export async function findProof(
  sql: Sql,
  needs: Needs,
  slots: readonly Slot[],
  hashes: readonly string[],
): Promise<FoundProof | null> {
  const seen = await findTokenByHash(sql, slots, hashes)
  const account = seen && (await lockAccount(sql, 'id', seen.user_id))
  const token = account && (await findTokenByHash(sql, slots, hashes))
  if (!token || token.user_id !== account.id) return null

  return isAlive(needs, token) && isBound(token, account) ? { account, token } : null
}

function isAlive(
  { clock, settings }: Pick<Needs, 'clock' | 'settings'>,
  { created_at, relates_to }: TokenRow,
): boolean {
  const lifeS = relates_to.includes('@') ? settings.otpTtlS : SMS_TTL_S

  return clock.now().getTime() - created_at.getTime() < lifeS * 1000
}

/** The account's current addresses to which a code of this slot may have been sent. */
const ADDRESSES: Record<Slot, (account: Account) => (string | null)[]> = {
  confirmation_token: ({ email, phone }) => [email, phone],
  recovery_token: ({ email }) => [email],
  reauthentication_token: ({ email, phone }) => [email, phone],
  email_change_token_new: ({ email_change }) => [email_change],
  email_change_token_current: ({ email, email_change }) => (email_change ? [email] : []),
  phone_change_token: ({ phone_change }) => [phone_change],
}

/** A code is valid for its recipient address while that remains the address of its slot. */
const isBound = ({ token_type, relates_to }: TokenRow, account: Account): boolean =>
  relates_to !== '' && ADDRESSES[token_type](account).includes(relates_to)
