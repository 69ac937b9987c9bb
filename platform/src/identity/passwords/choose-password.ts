import { serverSql } from '#db/server-sql.ts'
import type { Account } from '#identity/accounts/account.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { Member } from '#identity/sessions/identify.ts'
import {
  currentPasswordInvalid,
  currentPasswordRequired,
  reauthenticationNeeded,
  samePassword,
} from './errors.ts'
import { countGuess, forgetGuesses } from './guesses.ts'
import { refuseWeak } from './password-policy.ts'

export type PasswordWish = {
  password: string
  currentPassword: string | undefined
  nonce: string | undefined
  client: Client
}

const RECENT_MS = 24 * 3_600_000
/** Whoever came in through the mailbox may have forgotten the password that they are about to replace. */
const MAILBOX_METHODS = ['otp', 'magiclink', 'recovery']

/** Checks a wish for a new password and hashes it, before the transaction that stores it. */
export async function choosePassword(
  needs: Identity,
  member: Member,
  wish: PasswordWish,
): Promise<string> {
  const { account } = member
  await refuseWeak(needs, wish.password)
  if (isNonceNeeded(needs, member) && wish.nonce === undefined) throw reauthenticationNeeded()
  await checkCurrent(needs, member, wish)
  if (await matches(needs, account, wish.password)) throw samePassword()

  return needs.hasher.hash(wish.password)
}

/** Whether the nonce of the wish has to be looked at. */
export function isNonceNeeded(
  { settings, clock }: Pick<Identity, 'settings' | 'clock'>,
  { session }: Member,
): boolean {
  const age = clock.now().getTime() - (session?.createdAt.getTime() ?? 0)

  return settings.requireReauthentication && age > RECENT_MS
}

async function checkCurrent(
  needs: Identity,
  member: Member,
  { currentPassword: current, client }: PasswordWish,
) {
  const cameByMail = member.session?.amr.some(({ method }) => MAILBOX_METHODS.includes(method))
  const isRequired =
    needs.settings.requireCurrentPassword && !cameByMail && member.account.encrypted_password

  if (isRequired && current === undefined) throw currentPasswordRequired()
  // An empty one was given, and is wrong like any other.
  if (current === undefined) return

  // A stolen session must not be a quieter place to guess than the sign-in.
  const { email, phone, id } = member.account
  const counted = await countGuess(needs, email || phone || id, client)
  if (!(await matches(needs, member.account, current))) throw currentPasswordInvalid()
  await forgetGuesses(serverSql(needs.db), needs, counted)
}

const matches = async (
  { hasher }: Pick<Identity, 'hasher'>,
  { encrypted_password: hash }: Account,
  password: string,
) => hash !== null && hasher.verify(password, hash)
