import type { UserJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { findAccount } from '#identity/accounts/accounts-table.ts'
import { createAccount, loadAccount } from '#identity/accounts/create-account.ts'
import { alreadyRegistered } from '#identity/accounts/errors.ts'
import { insertIdentity } from '#identity/accounts/identities-table.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { isIdTaken, updateUser } from '#identity/accounts/users-table.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { record, recordingRefusal, theService } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { emailExists, phoneExists, validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { type AdminAttributes, readAttributes } from './attributes.ts'

type Input = AdminAttributes & { id?: string | undefined }

/** Creates an account without a mail; the password policy does not apply to admins. */
export const createUser = (needs: Identity, input: Input, client: Client): Promise<UserJson> =>
  recordingRefusal(
    needs,
    { action: 'user_signedup', actor: theService, client, traits: { by: 'admin' } },
    () => createAtOnce(needs, input, client),
  )

async function createAtOnce(needs: Identity, input: Input, client: Client): Promise<UserJson> {
  if (!input.email && !input.phone) {
    throw validationFailed('Cannot create a user without either an email or phone')
  }
  const { email, phone, passwordHash = null, row } = await readAttributes(needs, input)

  const create = async (sql: Sql) => {
    if (input.id && (await isIdTaken(sql, input.id))) throw alreadyRegistered()
    if (email !== undefined && (await findAccount(sql, 'email', email))) throw emailExists()
    if (phone !== undefined && (await findAccount(sql, 'phone', phone))) throw phoneExists()

    const shared = {
      ...(input.id && { id: input.id }),
      passwordHash,
      data: input.user_metadata ?? {},
      appMetadata: input.app_metadata ?? {},
      row,
    }
    let account = await createAccount(
      sql,
      needs,
      email === undefined ? { ...shared, phone: phone ?? '' } : { ...shared, email },
    )
    if (email !== undefined && phone !== undefined) {
      account = await addPhone(sql, needs, account, phone)
    }
    if (input.email_confirm) account = await confirmAccount(sql, needs, account, 'email')
    if (input.phone_confirm) account = await confirmAccount(sql, needs, account, 'phone')

    await record(sql, needs, {
      action: 'user_signedup',
      actor: theService,
      client,
      traits: { user_id: account.id, by: 'admin' },
    })
    return userJson(account)
  }
  return retryIfTaken(() => needs.db.as(theServer, create))
}

async function addPhone(
  sql: Sql,
  { clock }: Identity,
  { id, raw_app_meta_data }: Account,
  phone: string,
): Promise<Account> {
  const now = clock.now()
  const data = { sub: id, phone, email_verified: false, phone_verified: false }

  await updateUser(sql, id, now, {
    phone,
    raw_app_meta_data: { ...raw_app_meta_data, providers: ['email', 'phone'] },
  })
  await insertIdentity(sql, now, { userId: id, provider: 'phone', providerId: id, data })
  return loadAccount(sql, id)
}
