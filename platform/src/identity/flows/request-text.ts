import type { Metadata } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { admittingNewUser } from '#identity/accounts/admit-new-user.ts'
import { signupsDisabled } from '#identity/accounts/errors.ts'
import { normalisePhone } from '#identity/accounts/phone-number.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { createUnverified, replaceUnverified } from '#identity/accounts/unverified-credentials.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { phoneUnsupported } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { otpDisabled } from '#identity/one-time/errors.ts'
import { refuseUnsendable, sendingTexts } from '#identity/one-time/send-texts.ts'
import { textCode } from '#identity/one-time/text-code.ts'

type Input = { phone: string; mayCreate: boolean; data: Metadata; client: Client }

/** The same as a mailed link, for a phone number. */
export async function requestText(needs: Identity, input: Input): Promise<void> {
  const { settings } = needs
  if (!settings.phoneEnabled) throw phoneUnsupported()
  const phone = normalisePhone(input.phone)

  await sendingTexts(needs, (texting) =>
    admittingNewUser(texting, input.client, (admitted) =>
      retryIfTaken(() =>
        needs.db.as(theServer, async (sql) => {
          const found = await lockAccount(sql, 'phone', phone)
          if (!found && !input.mayCreate) throw otpDisabled()
          if (!found && settings.signupDisabled) throw signupsDisabled()
          await refuseUnsendable(needs, phone, sql)

          const submitted = { data: input.data, passwordHash: null }
          const account = found
            ? await replaceUnverified(sql, needs, found, submitted)
            : await createUnverified(sql, admitted, { phone }, submitted)
          await textCode(sql, admitted, { account, slot: 'confirmation_token', phone })
          await record(sql, needs, {
            action: 'user_recovery_requested',
            actor: account,
            client: input.client,
            traits: { kind: 'sms' },
          })
        }),
      ),
    ),
  )
}
