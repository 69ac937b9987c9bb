import type { Metadata, SessionJson, UserJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { textCode } from '#identity/one-time/text-code.ts'
import { refuseWeak } from '#identity/passwords/password-policy.ts'
import { openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import type { Account } from './account.ts'
import { lockAccount } from './accounts-table.ts'
import { confirmAccount } from './confirm-account.ts'
import { createAccount, loadAccount } from './create-account.ts'
import { alreadyRegistered, phoneSignupsDisabled, signupsDisabled } from './errors.ts'
import { onceMoreIfTaken } from './once-more.ts'
import { normalisePhone } from './phone-number.ts'
import { strangerJson } from './stranger-json.ts'
import { userJson } from './user-json.ts'

type Wish = { phone: string; password: string; data: Metadata; client: Client }

/** Where phones are enabled: at once with autoconfirm, else for numbers that have a test code. */
export async function signUpByPhone(needs: Identity, wish: Wish): Promise<SessionJson | UserJson> {
  const { settings } = needs
  if (settings.signupDisabled) throw signupsDisabled()
  if (!settings.phoneEnabled) throw phoneSignupsDisabled()

  const phone = normalisePhone(wish.phone)
  await refuseWeak(needs, wish.password)
  const passwordHash = await needs.hasher.hash(wish.password)

  const opened = await onceMoreIfTaken(() =>
    needs.db.as(theServer, async (sql) => {
      const found = await lockAccount(sql, 'phone', phone)
      if (found?.phone_confirmed_at) {
        if (settings.phoneAutoconfirm) throw alreadyRegistered()
        return { user: strangerJson({ phone }, wish.data, needs.clock.now()) }
      }

      const account =
        found ??
        (await createAccount(sql, needs, { phone, passwordHash, data: wish.data, withFacts: true }))
      return settings.phoneAutoconfirm
        ? { session: await confirmAndOpen(sql, needs, account, wish.client) }
        : { user: await textConfirmation(sql, needs, account, wish.client) }
    }),
  )
  return 'session' in opened ? sessionReply(needs, opened.session) : opened.user
}

async function confirmAndOpen(sql: Sql, needs: Identity, unconfirmed: Account, client: Client) {
  const account = await confirmAccount(sql, needs, unconfirmed, 'phone')
  await record(sql, needs, { action: 'user_signedup', actor: account, client })

  return openSession(sql, needs, { account, method: 'password', client })
}

async function textConfirmation(sql: Sql, needs: Identity, account: Account, client: Client) {
  await textCode(sql, needs, { account, slot: 'confirmation_token', phone: account.phone ?? '' })
  await record(sql, needs, { action: 'user_confirmation_requested', actor: account, client })

  return userJson(await loadAccount(sql, account.id))
}
