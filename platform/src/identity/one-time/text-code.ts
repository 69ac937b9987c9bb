import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import type { Identity } from '#identity/identity.ts'
import { linkValue, newCode, storedHash } from './codes.ts'
import { putToken } from './one-time-tokens-table.ts'
import type { Texting } from './send-texts.ts'

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

/** Numbers with a configured test code use it; others get one once the transaction has committed. */
export async function textCode(
  sql: Sql,
  needs: Pick<Identity, 'clock' | 'digests' | 'settings'> & Texting,
  { account, slot, phone }: Input,
): Promise<void> {
  const testCode = needs.settings.testOtps.get(phone)
  const code = testCode ?? newCode()
  const now = needs.clock.now()
  const link = linkValue(needs, { slot, address: phone, code }, false)
  await putToken(sql, { userId: account.id, slot, hash: storedHash(link), relatesTo: phone, now })
  await updateUser(sql, account.id, now, { [SENT_AT[slot]]: now })
  if (testCode === undefined) needs.outgoing.push({ account, phone, code })
}
