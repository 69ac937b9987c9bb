import type { PasskeyJson } from '@app/contract/webauthn'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { findAccount } from '#identity/accounts/accounts-table.ts'
import type { By } from '#identity/admin/account-actions.ts'
import { lockUser } from '#identity/admin/get-user.ts'
import { record, recordingRefusal, theService } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { userNotFound } from '#identity/errors.ts'
import { type FactorOwner, lockOwner } from '#identity/factors/factor-owner.ts'
import type { Identity } from '#identity/identity.ts'
import { deletePasskeySessions } from '#identity/sessions/sessions-table.ts'
import {
  deletePasskey,
  listPasskeysOf,
  type Passkey,
  renamePasskey,
} from '#identity/webauthn/passkeys-table.ts'
import { lastWayIn, nameLength, passkeyNotFound } from './errors.ts'
import { notifyOwner } from './notices.ts'
import { passkeyJson } from './passkey-json.ts'
import { lockPasskeyOwner } from './passkey-owner.ts'

type Needs = Pick<Identity, 'db' | 'clock' | 'outbox'>

export async function listPasskeys(
  { db }: Pick<Identity, 'db'>,
  { id }: Pick<Account, 'id'>,
): Promise<PasskeyJson[]> {
  const passkeys = await db.as(theServer, (sql) => listPasskeysOf(sql, id))

  return passkeys.map(passkeyJson)
}

export async function listPasskeysByAdmin(
  { db }: Pick<Identity, 'db'>,
  userId: string,
): Promise<PasskeyJson[]> {
  const account = await db.as(theServer, (sql) => findAccount(sql, 'id', userId))
  if (!account) throw userNotFound()

  return listPasskeys({ db }, account)
}

const LONGEST_NAME = 120

export async function updatePasskey(
  needs: Needs,
  owner: FactorOwner,
  { id, friendlyName }: Pick<Passkey, 'id' | 'friendlyName'>,
  client: Client,
): Promise<PasskeyJson> {
  const traits = { passkey_id: id }
  const event = { action: 'passkey_updated', actor: owner.account, client, traits } as const

  return recordingRefusal(needs, event, async () => {
    const name = friendlyName.trim()
    // PostgreSQL counts characters, not UTF-16 units.
    if (name === '' || Array.from(name).length > LONGEST_NAME) throw nameLength()

    return needs.db.as(theServer, async (sql) => {
      const { account } = await lockOwner(sql, needs, owner)
      const { passkey } = await passkeyOf(sql, account, id)

      await renamePasskey(sql, needs.clock.now(), { id, friendlyName: name })
      await record(sql, needs, event)
      return passkeyJson({ ...passkey, friendlyName: name })
    })
  })
}

/** Ends the other sessions that the passkey opened: whoever removes one may have lost it. */
export async function removePasskey(
  needs: Needs,
  owner: FactorOwner,
  id: string,
  client: Client,
): Promise<void> {
  const traits = { passkey_id: id }
  const event = { action: 'passkey_deleted', actor: owner.account, client, traits } as const

  await recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const { account, session } = await lockPasskeyOwner(sql, needs, owner)
      const { passkey, others } = await passkeyOf(sql, account, id)
      if (others === 0 && !hasOtherWayIn(account)) throw lastWayIn()

      await remove(sql, needs, { account, passkey, keepSession: session.id })
      await record(sql, needs, event)
    }),
  )
}

/** For a user who has lost their authenticator, and for one whose authenticator somebody else has. */
export async function removePasskeyByAdmin(
  needs: Needs,
  { userId, id }: { userId: string; id: string },
  client: Client,
): Promise<void> {
  const traits = { user_id: userId, passkey_id: id }
  const event = { action: 'passkey_deleted', actor: theService, client, traits } as const

  await recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const account = await lockUser(sql, userId)

      await deletePasskeyByAdmin(sql, needs, { account, id }, event)
    }),
  )
}

/** In a product's own transaction, whose caller holds the account's lock. */
export async function deletePasskeyByAdmin(
  sql: Sql,
  needs: Needs,
  { account, id }: { account: Account; id: string },
  { actor, client }: By,
): Promise<void> {
  const { passkey } = await passkeyOf(sql, account, id)
  const traits = { user_id: account.id, passkey_id: id }

  await remove(sql, needs, { account, passkey, keepSession: null })
  await record(sql, needs, { action: 'passkey_deleted', actor, client, traits })
}

type Removal = { account: Account; passkey: Passkey; keepSession: string | null }

async function remove(
  sql: Sql,
  needs: Needs,
  { account, passkey, keepSession }: Removal,
): Promise<void> {
  await deletePasskey(sql, passkey.id)
  await deletePasskeySessions(sql, account.id, { passkeyId: passkey.id, except: keepSession })
  await notifyOwner(sql, needs, account, 'passkey_removed', passkey)
}

/** Searches only the user's own passkeys, so that others' passkeys are not found. */
async function passkeyOf(sql: Sql, { id: userId }: Account, id: string) {
  const passkeys = await listPasskeysOf(sql, userId)
  const passkey = passkeys.find((one) => one.id === id)
  if (!passkey) throw passkeyNotFound()

  return { passkey, others: passkeys.length - 1 }
}

/** An identity includes the address to which links are mailed. */
const hasOtherWayIn = ({ encrypted_password, identities }: Account): boolean =>
  encrypted_password !== null || identities.length > 0
