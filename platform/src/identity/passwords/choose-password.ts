import { serverSql } from '#db/server-sql.ts'
import type { Account } from '#identity/account.ts'
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

export type PasswordInput = {
  password: string
  currentPassword: string | undefined
  nonce: string | undefined
  client: Client
}

const RECENT_MS = 24 * 3_600_000
/** A user who signed in by mail may have forgotten the password that they replace. */
const MAILBOX_METHODS = ['otp', 'magiclink', 'recovery']

/** Checks and hashes a new password, before the transaction that stores it. */
export async function choosePassword(
  needs: Identity,
  member: Member,
  input: PasswordInput,
): Promise<string> {
  const { account } = member
  await refuseWeak(needs, input.password)
  if (isNonceNeeded(needs, member) && input.nonce === undefined) throw reauthenticationNeeded()
  await checkCurrent(needs, member, input)
  if (await matches(needs, account, input.password)) throw samePassword()

  return needs.hasher.hash(input.password)
}

/** Whether the change needs a nonce. */
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
  { currentPassword: current, client }: PasswordInput,
) {
  const cameByMail = member.session?.amr.some(({ method }) => MAILBOX_METHODS.includes(method))
  const isRequired =
    needs.settings.requireCurrentPassword && !cameByMail && member.account.encrypted_password

  if (isRequired && current === undefined) throw currentPasswordRequired()
  // An empty current password is checked like any other.
  if (current === undefined) return

  // Guesses with a stolen session are limited like those at sign-in.
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
