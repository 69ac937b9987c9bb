import type { Metadata, SessionJson, UserJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { admitNewUser } from '#identity/accounts/admit-new-user.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { decoyUser } from '#identity/accounts/decoy-user.ts'
import {
  alreadyRegistered,
  phoneSignupsDisabled,
  signupsDisabled,
} from '#identity/accounts/errors.ts'
import { normalisePhone } from '#identity/accounts/phone-number.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { createUnverified, replaceUnverified } from '#identity/accounts/unverified-credentials.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { refuseUnsendable, sendingTexts, type Texting } from '#identity/one-time/send-texts.ts'
import { textCode } from '#identity/one-time/text-code.ts'
import { refuseWeak } from '#identity/passwords/password-policy.ts'
import { openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'

type Input = { phone: string; password: string; data: Metadata; client: Client }

/** Requires enabled phone sign-in: immediate with autoconfirm, otherwise by a code in a text message. */
export async function signUpByPhone(
  needs: Identity,
  input: Input,
): Promise<SessionJson | UserJson> {
  const { settings } = needs
  if (settings.signupDisabled) throw signupsDisabled()
  if (!settings.phoneEnabled) throw phoneSignupsDisabled()

  const phone = normalisePhone(input.phone)
  if (!settings.phoneAutoconfirm) await refuseUnsendable(needs, phone)
  await refuseWeak(needs, input.password)
  const user = { phone, provider: 'phone', data: input.data }
  const admitted = await admitNewUser(needs, user, input.client)
  const passwordHash = await needs.hasher.hash(input.password)

  const opened = await sendingTexts(admitted, (texting) =>
    retryIfTaken(() =>
      needs.db.as(theServer, (sql) => register(sql, texting, { ...input, phone }, passwordHash)),
    ),
  )
  return 'session' in opened ? sessionReply(needs, opened.session) : opened.user
}

async function register(
  sql: Sql,
  needs: Identity & Texting,
  { phone, data, client }: Input,
  passwordHash: string,
) {
  const { phoneAutoconfirm } = needs.settings
  const createdAt = needs.clock.now()
  const decoy = () => decoyUser({ address: { phone }, data, createdAt, sentAt: needs.clock.now() })
  const submitted = { data, passwordHash }
  const found = await lockAccount(sql, 'phone', phone)
  if (found?.phone_confirmed_at) {
    if (phoneAutoconfirm) throw alreadyRegistered()
    return { user: decoy() }
  }

  const account = found
    ? await replaceUnverified(sql, needs, found, submitted)
    : await createUnverified(sql, needs, { phone }, submitted)
  if (phoneAutoconfirm) return { session: await confirmAndOpen(sql, needs, account, client) }

  await textCode(sql, needs, { account, slot: 'confirmation_token', phone })
  await record(sql, needs, { action: 'user_confirmation_requested', actor: account, client })
  return {
    user: found ? decoy() : userJson(await loadAccount(sql, account.id)),
  }
}

async function confirmAndOpen(sql: Sql, needs: Identity, unconfirmed: Account, client: Client) {
  const account = await confirmAccount(sql, needs, unconfirmed, 'phone')
  await record(sql, needs, { action: 'user_signedup', actor: account, client })

  return openSession(sql, needs, { account, method: 'password', client })
}
