import { randomUUID } from 'node:crypto'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { linkValue, newCode, storedHash } from '#identity/one-time/codes.ts'
import { findProofByCode } from '#identity/one-time/find-proof.ts'
import { limitMails } from '#identity/one-time/mail-limits.ts'
import { deleteToken, putToken } from '#identity/one-time/one-time-tokens-table.ts'
import { refuseUnsendable, sendingTexts } from '#identity/one-time/send-texts.ts'
import { textCode } from '#identity/one-time/text-code.ts'
import {
  emailNotConfirmed,
  phoneNotConfirmed,
  reauthenticationNotValid,
} from '#identity/passwords/errors.ts'
import { authorise, type SignedIn } from '#identity/sessions/authorise.ts'

const slot = 'reauthentication_token'

/** Sends a code to the user's address, for a change that requires recent authentication. */
export async function requestReauthentication(
  needs: Identity,
  signedIn: SignedIn,
  client: Client,
): Promise<void> {
  await sendingTexts(needs, (texting) =>
    needs.db.as(theServer, async (sql) => {
      const { account } = await authorise(sql, needs, signedIn)
      const { email, phone } = account
      refuseUnreachable(account)
      if (email) await mailNonce(sql, needs, account, { email, client })
      else if (phone) {
        await refuseUnsendable(needs, phone, sql)
        await textCode(sql, texting, { account, slot, phone })
      }

      await record(sql, needs, { action: 'user_reauthenticate_requested', actor: account, client })
    }),
  )
}

function refuseUnreachable({ email, phone, email_confirmed_at, phone_confirmed_at }: Account) {
  if (!email && !phone) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number')
  }
  if (email && !email_confirmed_at) throw emailNotConfirmed(422)
  if (!email && !phone_confirmed_at) throw phoneNotConfirmed(422)
}

/** Accepts each nonce once, in a separate transaction, so that wrong guesses stay counted. */
export async function spendNonce(
  needs: Identity,
  signedIn: SignedIn,
  nonce: string | undefined,
): Promise<void> {
  const isRight = await needs.db.as(theServer, async (sql) => {
    const { account } = await authorise(sql, needs, signedIn)
    const proof = await findProofByCode(sql, needs, {
      slots: [slot],
      address: account.email ?? account.phone ?? '',
      code: nonce ?? '',
      userId: account.id,
    })
    if (proof) await deleteToken(sql, proof.token.id)
    return proof !== null
  })
  if (!isRight) throw reauthenticationNotValid()
}

async function mailNonce(
  sql: Sql,
  needs: Identity,
  account: Account,
  { email: address, client }: { email: string; client: Client },
) {
  const subjects = ['reauthentication'] as const
  await limitMails(needs, { address, client, subjects, member: account }, sql)
  const now = needs.clock.now()
  const code = newCode()
  const hash = storedHash(linkValue(needs, { slot, address, code }, false))

  await putToken(sql, { userId: account.id, slot, hash, relatesTo: address, now })
  await updateUser(sql, account.id, now, { reauthentication_sent_at: now })
  await needs.outbox.queue(sql, {
    template: 'reauthentication',
    params: { code, validForS: needs.settings.otpTtlS },
    to: address,
    language: account.language,
    key: `reauthentication ${randomUUID()}`,
  })
}
