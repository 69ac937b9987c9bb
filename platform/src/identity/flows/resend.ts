import { type Sql, theServer } from '#db/database.ts'
import { listChanging, lockAccount } from '#identity/accounts/accounts-table.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { normalisePhone } from '#identity/accounts/phone-number.ts'
import { mailConfirmation } from '#identity/addresses/confirmation-mails.ts'
import { mailEmailChange } from '#identity/addresses/email-change.ts'
import type { Client } from '#identity/client.ts'
import { emailLoginsDisabled, phoneUnsupported } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { Redirect } from '#identity/one-time/mail-code.ts'
import { limitMails } from '#identity/one-time/mail-limits.ts'
import { refuseUnsendable, sendingTexts, type Texting } from '#identity/one-time/send-texts.ts'
import { textCode } from '#identity/one-time/text-code.ts'

export const resendTypes = ['signup', 'email_change', 'sms', 'phone_change'] as const

type Requester = { redirect: Redirect; client: Client }
type Input = { type: (typeof resendTypes)[number]; address: string } & Requester

/** Sends the same mail again. The answer is the same for unknown addresses, confirmed ones, and when nothing is pending. */
export async function resend(needs: Identity, input: Input): Promise<void> {
  const { settings } = needs
  const isMail = input.type === 'signup' || input.type === 'email_change'
  if (isMail && !settings.emailEnabled) throw emailLoginsDisabled()
  if (!isMail && !settings.phoneEnabled) throw phoneUnsupported()
  const address = isMail ? normaliseEmail(input.address) : normalisePhone(input.address)

  const subject = input.type === 'signup' ? 'confirmation' : 'email_change'
  if (isMail) await limitMails(needs, { address, client: input.client, subjects: [subject] })
  else await refuseUnsendable(needs, address)
  await sendingTexts(needs, (texting) =>
    needs.db.as(theServer, (sql) => RESEND[input.type](sql, texting, address, input)),
  )
}

/** The maximum number of mails for one request. */
const MOST_CHANGES = 5

type Resend = (
  sql: Sql,
  needs: Identity & Texting,
  address: string,
  requester: Requester,
) => Promise<void>

const RESEND: Record<Input['type'], Resend> = {
  signup: async (sql, needs, email, requester) => {
    const account = await lockAccount(sql, 'email', email)
    if (account && !account.email_confirmed_at) {
      await mailConfirmation(sql, needs, account, requester)
    }
  },
  email_change: async (sql, needs, email, requester) => {
    const { redirect } = requester
    // Several accounts may request the same address; none of them blocks the others.
    for (const id of await listChanging(sql, email, MOST_CHANGES)) {
      const account = await lockAccount(sql, 'id', id)
      if (account) await mailEmailChange(sql, needs, account, { redirect, sessionId: null })
    }
  },
  sms: async (sql, needs, phone) => {
    const account = await lockAccount(sql, 'phone', phone)
    if (account && !account.phone_confirmed_at) {
      await textCode(sql, needs, { account, slot: 'confirmation_token', phone })
    }
  },
  phone_change: async (sql, needs, phone) => {
    const account = await lockAccount(sql, 'phone_change', phone)
    if (account) await textCode(sql, needs, { account, slot: 'phone_change_token', phone })
  },
}
