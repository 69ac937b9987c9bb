import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'
import { newCode } from '#identity/one-time/codes.ts'
import { refuseUnsendable, type Texting } from '#identity/one-time/send-texts.ts'
import { type Challenge, countWrongAnswer } from './challenges-table.ts'
import { challengeExpired } from './errors.ts'

const PURPOSE = 'mfa_phone'
const MOST_WRONG = 5

type Asking = { account: Account; phone: string; challengeId: string }

/** Draws a code, which is sent once the transaction has committed. Returns its digest. */
export async function phoneCode(
  sql: Sql,
  needs: Identity & Texting,
  { account, phone, challengeId }: Asking,
): Promise<string> {
  await refuseUnsendable(needs, phone, sql, account.id)
  const testCode = needs.settings.testOtps.get(phone)
  const code = testCode ?? newCode()
  if (testCode === undefined) needs.outgoing.push({ account, phone, code })

  return needs.digests.digest(`${challengeId}|${code}`, PURPOSE)
}

/** Whether this is the challenge's code. A challenge takes five wrong ones. */
export async function isPhoneCode(
  sql: Sql,
  { digests }: Pick<Identity, 'digests'>,
  { id, otpCodeHash, wrongCodes }: Challenge,
  code: string,
): Promise<boolean> {
  if (wrongCodes >= MOST_WRONG) throw challengeExpired(id)
  if (otpCodeHash && digests.candidates(`${id}|${code}`, PURPOSE).includes(otpCodeHash)) return true

  await countWrongAnswer(sql, id)
  return false
}
