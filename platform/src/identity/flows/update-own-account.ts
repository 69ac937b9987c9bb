import type { Metadata, UserJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { anonymousNeedsAddress, insufficientAal, managedBySso } from '#identity/accounts/errors.ts'
import { mergeMetadata } from '#identity/accounts/metadata.ts'
import { normalisePhone } from '#identity/accounts/phone-number.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { requestEmailChange } from '#identity/addresses/email-change.ts'
import { requestPhoneChange } from '#identity/addresses/phone-change.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { Redirect } from '#identity/one-time/mail-code.ts'
import { sendingTexts, type Texting } from '#identity/one-time/send-texts.ts'
import { choosePassword, isNonceNeeded } from '#identity/passwords/choose-password.ts'
import { currentPasswordInvalid } from '#identity/passwords/errors.ts'
import { setPassword } from '#identity/passwords/set-password.ts'
import { type Authorised, authorise, isAssured, signedInAs } from '#identity/sessions/authorise.ts'
import type { Member } from '#identity/sessions/identify.ts'
import { spendNonce } from './reauthenticate.ts'

export type OwnChanges = {
  email: string | undefined
  phone: string | undefined
  password: string | undefined
  currentPassword: string | undefined
  nonce: string | undefined
  data: Metadata | undefined
  redirect: Redirect
  client: Client
}

/** Changes that users make to their own account. */
export async function updateOwnAccount(
  needs: Identity,
  member: Member,
  input: OwnChanges,
): Promise<UserJson> {
  const { client, password } = input
  const event = { action: 'user_modified', actor: member.account, client } as const

  return recordingRefusal(needs, event, async () => {
    refuseUnassured(member, readChanges(member.account, input))
    const passwordHash =
      password === undefined ? null : await choosePassword(needs, member, { ...input, password })
    if (passwordHash !== null && isNonceNeeded(needs, member)) {
      await spendNonce(needs, signedInAs(member), input.nonce)
    }

    return sendingTexts(needs, (texting) =>
      needs.db.as(theServer, async (sql) => {
        const authorised = await authorise(sql, needs, signedInAs(member))
        const { account, session } = authorised
        // Checked again under the lock, because the account may have changed while the password was hashed.
        const changes = readChanges(account, input)
        refuseUnassured(authorised, changes)
        if (passwordHash !== null) {
          refuseReplaced(member.account, account)
          await changePassword(sql, needs, authorised, { passwordHash, client })
        }
        await applyChanges(sql, texting, account, {
          ...input,
          ...changes,
          passwordHash,
          sessionId: session?.id ?? null,
        })
        await record(sql, needs, event)
        return userJson(await loadAccount(sql, account.id))
      }),
    )
  })
}

type Addresses = { email: string | undefined; phone: string | undefined }

/** Requesting the current address is not a change. */
function readChanges(account: Account, input: OwnChanges): Addresses & { password: boolean } {
  const email = input.email ? normaliseEmail(input.email) : undefined
  const phone = input.phone ? normalisePhone(input.phone) : undefined

  return {
    email: email === account.email ? undefined : email,
    phone: phone === account.phone ? undefined : phone,
    password: input.password !== undefined,
  }
}

/** The password has changed since the comparison, so the entered one matched the old hash. */
function refuseReplaced(before: Account, now: Account) {
  if (before.encrypted_password !== now.encrypted_password) throw currentPasswordInvalid()
}

/** An anonymous account's password takes effect when the address submitted with it is proven. */
async function changePassword(
  sql: Sql,
  needs: Identity,
  { account, session }: Authorised,
  { passwordHash, client }: { passwordHash: string; client: Client },
) {
  if (account.is_anonymous) return

  const keepSession = session?.id ?? null
  await setPassword(sql, needs, { account, passwordHash, keepSession, client })
}

function refuseUnassured(
  { account, session }: Authorised,
  { email, phone, password }: Addresses & { password: boolean },
) {
  const isSensitive = email !== undefined || phone !== undefined || password
  if (!isSensitive) return

  if (account.is_sso_user) throw managedBySso()
  if (!isAssured({ account, session })) throw insufficientAal()
  if (account.is_anonymous && password && !email && !phone) throw anonymousNeedsAddress()
}

type Changes = Addresses &
  Pick<OwnChanges, 'data' | 'redirect' | 'client'> & {
    passwordHash: string | null
    sessionId: string | null
  }

async function applyChanges(
  sql: Sql,
  needs: Identity & Texting,
  before: Account,
  changes: Changes,
) {
  const { email, phone, data, redirect, sessionId, client } = changes
  const now = needs.clock.now()
  const raw_user_meta_data = mergeMetadata(before.raw_user_meta_data, data ?? {})
  if (data) await updateUser(sql, before.id, now, { raw_user_meta_data })

  const pending_encrypted_password = before.is_anonymous ? changes.passwordHash : null
  const account = { ...before, raw_user_meta_data, pending_encrypted_password }
  if (before.is_anonymous && (email ?? phone) !== undefined) {
    await updateUser(sql, before.id, now, { pending_encrypted_password })
  }
  if (email !== undefined) {
    await requestEmailChange(sql, needs, account, { email, redirect, sessionId, client })
  }
  if (phone !== undefined) {
    await requestPhoneChange(sql, needs, account, { phone, sessionId, client })
  }
}
