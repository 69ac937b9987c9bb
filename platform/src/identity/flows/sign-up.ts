import type { Metadata, SessionJson, UserJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { admitNewUser } from '#identity/accounts/admit-new-user.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { decoyUser } from '#identity/accounts/decoy-user.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import {
  alreadyRegistered,
  emailSignupsDisabled,
  signupsDisabled,
} from '#identity/accounts/errors.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { createUnverified, replaceUnverified } from '#identity/accounts/unverified-credentials.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { mailAccountExists, mailConfirmation } from '#identity/addresses/confirmation-mails.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { Redirect } from '#identity/one-time/mail-code.ts'
import { limitMails } from '#identity/one-time/mail-limits.ts'
import { refuseWeak } from '#identity/passwords/password-policy.ts'
import { type OpenSession, openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'

export type SignUp = {
  email: string
  password: string
  data: Metadata
  redirect: Redirect
  client: Client
}

/** Returns a session if addresses need no confirmation, otherwise the user, who is mailed a code. */
export async function signUp(needs: Identity, input: SignUp): Promise<SessionJson | UserJson> {
  const { settings } = needs
  if (settings.signupDisabled) throw signupsDisabled()
  if (!settings.emailEnabled) throw emailSignupsDisabled()

  const email = normaliseEmail(input.email)
  await refuseWeak(needs, input.password)
  // Asked for known addresses too, so that a refusal does not reveal who has an account.
  const user = { email, provider: 'email', data: input.data }
  const admitted = await admitNewUser(needs, user, input.client)
  if (!settings.autoconfirm) {
    await limitMails(needs, {
      address: email,
      client: input.client,
      subjects: ['confirmation'],
    })
  }
  // Hashed before the lookup, so that known and unknown addresses take the same time.
  const passwordHash = await needs.hasher.hash(input.password)
  const inTransaction = <T>(register: Register<T>) =>
    retryIfTaken(() =>
      needs.db.as(theServer, (sql) => register(sql, admitted, { ...input, email }, passwordHash)),
    )

  return settings.autoconfirm
    ? sessionReply(needs, await inTransaction(registerAtOnce))
    : inTransaction(registerByMail)
}

type Register<T> = (sql: Sql, needs: Identity, input: SignUp, passwordHash: string) => Promise<T>

const registerAtOnce: Register<OpenSession> = async (sql, needs, input, passwordHash) => {
  const { email, data, client } = input
  const found = await lockAccount(sql, 'email', email)
  if (found?.email_confirmed_at) throw alreadyRegistered()

  const submitted = { data, passwordHash }
  const unconfirmed = found
    ? await replaceUnverified(sql, needs, found, submitted)
    : await createUnverified(sql, needs, { email }, submitted)
  // With autoconfirm, the caller also takes over an account that an admin prepared.
  await updateUser(sql, unconfirmed.id, needs.clock.now(), { encrypted_password: passwordHash })
  const account = await confirmAccount(sql, needs, unconfirmed, 'email')

  await record(sql, needs, { action: 'user_signedup', actor: account, client })
  return openSession(sql, needs, { account, method: 'password', client })
}

const registerByMail: Register<UserJson> = async (sql, needs, input, passwordHash) => {
  const { email, data, client } = input
  const found = await lockAccount(sql, 'email', email)
  const createdAt = needs.clock.now()
  const decoy = () => decoyUser({ address: { email }, data, createdAt, sentAt: needs.clock.now() })
  const submitted = { data, passwordHash }

  if (found?.email_confirmed_at) {
    await record(sql, needs, { action: 'user_repeated_signup', actor: found, client })
    await mailAccountExists(sql, needs, found)
    return decoy()
  }
  if (found) {
    const replaced = await replaceUnverified(sql, needs, found, submitted)
    await mailConfirmation(sql, needs, replaced, input)
    return decoy()
  }
  const account = await createUnverified(sql, needs, { email }, submitted)
  await mailConfirmation(sql, needs, account, input)
  return userJson(await loadAccount(sql, account.id))
}
