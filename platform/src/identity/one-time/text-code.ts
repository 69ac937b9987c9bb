import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import type { Identity } from '#identity/identity.ts'
import { linkValue, storedHash } from './codes.ts'
import { smsNotSent } from './errors.ts'
import { putToken } from './one-time-tokens-table.ts'

type Input = {
  account: Account
  slot: 'confirmation_token' | 'phone_change_token' | 'reauthentication_token'
  phone: string
}

const SENT_AT = {
  confirmation_token: 'confirmation_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const

/** This server sends no SMS: numbers with a configured test code use it, others are refused. */
export async function textCode(
  sql: Sql,
  needs: Pick<Identity, 'clock' | 'digests' | 'settings'>,
  { account, slot, phone }: Input,
): Promise<void> {
  const code = testCodeOf(needs, phone)
  const now = needs.clock.now()
  const link = linkValue(needs, { slot, address: phone, code }, false)
  await putToken(sql, { userId: account.id, slot, hash: storedHash(link), relatesTo: phone, now })
  await updateUser(sql, account.id, now, { [SENT_AT[slot]]: now })
}

/** Checked before a number is looked up, so that the refusal does not reveal whether it has an account. */
export function testCodeOf({ settings }: Pick<Identity, 'settings'>, phone: string): string {
  const code = settings.testOtps.get(phone)
  if (code === undefined) throw smsNotSent()

  return code
}
