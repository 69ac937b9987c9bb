import type { Metadata, SessionJson, UserJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { decoyOfConfirmed, decoyOfUnconfirmed } from '#identity/accounts/decoy-user.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import {
  alreadyRegistered,
  emailSignupsDisabled,
  signupsDisabled,
} from '#identity/accounts/errors.ts'
import { onceMoreIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { replaceUnverified } from '#identity/accounts/unverified-credentials.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import {
  createNewcomer,
  mailAccountExists,
  mailConfirmation,
} from '#identity/addresses/confirmation-mails.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { WayBack } from '#identity/one-time/mail-code.ts'
import { takeTurnForMail } from '#identity/one-time/mail-limits.ts'
import { refuseWeak } from '#identity/passwords/password-policy.ts'
import { type OpenSession, openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'

export type SignUp = {
  email: string
  password: string
  data: Metadata
  wayBack: WayBack
  client: Client
}

/** A session where addresses need no confirmation, else the user, who has mail. */
export async function signUp(needs: Identity, wish: SignUp): Promise<SessionJson | UserJson> {
  const { settings } = needs
  if (settings.signupDisabled) throw signupsDisabled()
  if (!settings.emailEnabled) throw emailSignupsDisabled()

  const email = normaliseEmail(wish.email)
  await refuseWeak(needs, wish.password)
  if (!settings.autoconfirm) {
    await takeTurnForMail(needs, {
      address: email,
      client: wish.client,
      subjects: ['confirmation'],
    })
  }
  // Before we look for the address: known and unknown ones cost the same.
  const passwordHash = await needs.hasher.hash(wish.password)
  const inTransaction = <T>(register: Register<T>) =>
    onceMoreIfTaken(() =>
      needs.db.as(theServer, (sql) => register(sql, needs, { ...wish, email }, passwordHash)),
    )

  return settings.autoconfirm
    ? sessionReply(needs, await inTransaction(registerAtOnce))
    : inTransaction(registerByMail)
}

type Register<T> = (sql: Sql, needs: Identity, wish: SignUp, passwordHash: string) => Promise<T>

const registerAtOnce: Register<OpenSession> = async (sql, needs, wish, passwordHash) => {
  const { email, data, client } = wish
  const found = await lockAccount(sql, 'email', email)
  if (found?.email_confirmed_at) throw alreadyRegistered()

  const brought = { data, passwordHash }
  const unconfirmed = found
    ? await replaceUnverified(sql, needs, found, brought)
    : await createNewcomer(sql, needs, { email }, brought)
  // Where every address is believed, an account that an administrator prepared is the caller's too.
  await updateUser(sql, unconfirmed.id, needs.clock.now(), { encrypted_password: passwordHash })
  const account = await confirmAccount(sql, needs, unconfirmed, 'email')

  await record(sql, needs, { action: 'user_signedup', actor: account, client })
  return openSession(sql, needs, { account, method: 'password', client })
}

const registerByMail: Register<UserJson> = async (sql, needs, wish, passwordHash) => {
  const { email, data, client } = wish
  const found = await lockAccount(sql, 'email', email)
  const createdAt = needs.clock.now()
  const decoy = () => ({ address: { email }, data, createdAt, sentAt: needs.clock.now() })
  const brought = { data, passwordHash }

  if (found?.email_confirmed_at) {
    await record(sql, needs, { action: 'user_repeated_signup', actor: found, client })
    await mailAccountExists(sql, needs, found)
    return decoyOfConfirmed(decoy())
  }
  if (found) {
    const replaced = await replaceUnverified(sql, needs, found, brought)
    await mailConfirmation(sql, needs, replaced, wish)
    return decoyOfUnconfirmed(decoy())
  }
  const newcomer = await createNewcomer(sql, needs, { email }, brought)
  await mailConfirmation(sql, needs, newcomer, wish)
  return userJson(await loadAccount(sql, newcomer.id))
}
