import type { Metadata, UserJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { WayBack } from '#identity/one-time/mail-code.ts'
import { choosePassword, isNonceNeeded } from '#identity/passwords/choose-password.ts'
import { spendNonce } from '#identity/passwords/reauthenticate.ts'
import { setPassword } from '#identity/passwords/set-password.ts'
import { userOfTokenGone } from '#identity/sessions/errors.ts'
import type { Member } from '#identity/sessions/identify.ts'
import { type Account, hasVerifiedFactor } from './account.ts'
import { lockAccount } from './accounts-table.ts'
import { loadAccount } from './create-account.ts'
import { normaliseEmail } from './email-address.ts'
import { requestEmailChange } from './email-change.ts'
import { anonymousNeedsAddress, insufficientAal, managedElsewhere } from './errors.ts'
import { mergeMetadata } from './metadata.ts'
import { requestPhoneChange } from './phone-change.ts'
import { normalisePhone } from './phone-number.ts'
import { userJson } from './user-json.ts'
import { updateUser } from './users-table.ts'

export type OwnChanges = {
  email: string | undefined
  phone: string | undefined
  password: string | undefined
  currentPassword: string | undefined
  nonce: string | undefined
  data: Metadata | undefined
  wayBack: WayBack
  client: Client
}

/** What people may change about their own account. */
export async function updateOwnAccount(
  needs: Identity,
  member: Member,
  wish: OwnChanges,
): Promise<UserJson> {
  const { client, password } = wish
  const happening = { action: 'user_modified', actor: member.account, client } as const

  return recordingRefusal(needs, happening, async () => {
    const changes = readChanges(member.account, wish)
    refuseUnassured(member, changes)
    const passwordHash =
      password === undefined ? null : await choosePassword(needs, member, { ...wish, password })
    if (passwordHash !== null && isNonceNeeded(needs, member)) {
      await spendNonce(needs, member.account, wish.nonce)
    }

    return needs.db.as(theServer, async (sql) => {
      const account = await lockAccount(sql, 'id', member.account.id)
      if (!account) throw userOfTokenGone()

      if (passwordHash !== null) {
        const keepSession = member.session?.id ?? null
        await setPassword(sql, needs, { account, passwordHash, keepSession, client })
      }
      await applyChanges(sql, needs, account, { ...wish, ...changes })
      await record(sql, needs, happening)
      return userJson(await loadAccount(sql, account.id))
    })
  })
}

type Addresses = { email: string | undefined; phone: string | undefined }

/** An address that is already his own is no change. */
function readChanges(account: Account, wish: OwnChanges): Addresses & { password: boolean } {
  const email = wish.email ? normaliseEmail(wish.email) : undefined
  const phone = wish.phone ? normalisePhone(wish.phone) : undefined

  return {
    email: email === account.email ? undefined : email,
    phone: phone === account.phone ? undefined : phone,
    password: wish.password !== undefined,
  }
}

function refuseUnassured(
  { account, session }: Member,
  { email, phone, password }: Addresses & { password: boolean },
) {
  const isSensitive = email !== undefined || phone !== undefined || password
  if (!isSensitive) return

  if (account.is_sso_user) throw managedElsewhere()
  if (hasVerifiedFactor(account) && session?.aal !== 'aal2') throw insufficientAal()
  if (account.is_anonymous && password && !email && !phone) throw anonymousNeedsAddress()
}

async function applyChanges(
  sql: Sql,
  needs: Identity,
  before: Account,
  {
    email,
    phone,
    data,
    wayBack,
    client,
  }: Addresses & Pick<OwnChanges, 'data' | 'wayBack' | 'client'>,
) {
  const raw_user_meta_data = mergeMetadata(before.raw_user_meta_data, data ?? {})
  const account = { ...before, raw_user_meta_data }

  if (data) await updateUser(sql, account.id, needs.clock.now(), { raw_user_meta_data })
  if (email !== undefined) await requestEmailChange(sql, needs, account, { email, wayBack, client })
  if (phone !== undefined) await requestPhoneChange(sql, needs, account, { phone, client })
}
