import { type Sql, theServer } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import type { Account, IdentityRow } from '#identity/accounts/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteTokensOf } from '#identity/one-time/one-time-tokens-table.ts'
import { userOfTokenGone } from '#identity/sessions/errors.ts'
import type { Member } from '#identity/sessions/identify.ts'
import { listProviders } from './attach-identity.ts'
import { emailConflict, identityNotFound, lastIdentity } from './errors.ts'
import { deleteIdentity } from './provider-identities-table.ts'
import { tellOwner } from './tell-owner.ts'

/** One way into his account less. The last one stays, or he could never come back. */
export async function unlinkIdentity(
  needs: Identity,
  member: Member,
  identityId: string,
  client: Client,
): Promise<void> {
  const happening = { action: 'identity_unlinked', actor: member.account, client } as const

  await recordingRefusal(needs, happening, () =>
    needs.db.as(theServer, async (sql) => {
      if (!(await lockAccount(sql, 'id', member.account.id))) throw userOfTokenGone()
      // Looked up once the lock is ours: whoever held it before may have removed one, too.
      const account = await loadAccount(sql, member.account.id)
      if (account.identities.length <= 1) throw lastIdentity()
      const identity = account.identities.find(({ id }) => id === identityId.toLowerCase())
      if (!identity) throw identityNotFound()

      await deleteIdentity(sql, identity.id)
      if (identity.provider === 'phone') await dropPhone(sql, needs, account)
      else await keepAnAddress(sql, needs, account, identity)
      await listProviders(sql, needs, account.id)

      const { provider, provider_id } = identity
      await tellOwner(sql, needs, account, 'identity_unlinked', provider)
      await record(sql, needs, { ...happening, traits: { provider, provider_id } })
    }),
  )
}

const dropPhone = (sql: Sql, { clock }: Identity, { id }: Account) =>
  updateUser(sql, id, clock.now(), { phone: null, phone_confirmed_at: null })

/** The account's address is one that a way to sign in still stands for, a proven one if possible. */
async function keepAnAddress(
  sql: Sql,
  { clock }: Identity,
  { id, email, identities }: Account,
  unlinked: IdentityRow,
): Promise<void> {
  const left = identities.filter((one) => one.id !== unlinked.id && one.email !== null)
  if (left.some((one) => one.email === email)) return
  const next = left.find(isProven) ?? left[0]
  if (!next) return

  const now = clock.now()
  await updateUser(sql, id, now, {
    email: next.email,
    email_confirmed_at: isProven(next) ? now : null,
    email_change: '',
    email_change_confirm_status: 0,
  }).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? emailConflict() : error
  })
  await deleteTokensOf(sql, id)
}

const isProven = ({ identity_data }: IdentityRow) => identity_data.email_verified === true
