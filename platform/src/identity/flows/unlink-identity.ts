import { type Sql, theServer } from '#db/database.ts'
import type { Account, IdentityRow } from '#identity/account.ts'
import { updateProviders } from '#identity/accounts/update-providers.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { carriesAddress, identityNotFound, lastIdentity } from '#identity/oauth/errors.ts'
import { notifyOwner } from '#identity/oauth/notify-owner.ts'
import { deleteIdentity } from '#identity/oauth/provider-identities-table.ts'
import { deleteFlowsOf } from '#identity/one-time/flow-state-table.ts'
import { deleteTokensOf } from '#identity/one-time/one-time-tokens-table.ts'
import { authoriseAssured, signedInAs } from '#identity/sessions/authorise.ts'
import type { Member } from '#identity/sessions/identify.ts'

/** Removes an identity. The last identity cannot be removed, because its owner could no longer sign in. */
export async function unlinkIdentity(
  needs: Identity,
  member: Member,
  identityId: string,
  client: Client,
): Promise<void> {
  const event = { action: 'identity_unlinked', actor: member.account, client } as const

  await recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const { account } = await authoriseAssured(sql, needs, signedInAs(member))
      if (account.identities.length <= 1) throw lastIdentity()
      const identity = account.identities.find(({ id }) => id === identityId)
      if (!identity) throw identityNotFound()
      if (isLastForEmail(account, identity)) throw carriesAddress()

      await deleteIdentity(sql, identity.id)
      await removeSignInMethod(sql, needs, account, identity)
      await deleteTokensOf(sql, account.id)
      await deleteFlowsOf(sql, account.id)
      await updateProviders(sql, needs, account.id)

      const { provider, provider_id } = identity
      await notifyOwner(sql, needs, account, 'identity_unlinked', provider)
      await record(sql, needs, { ...event, traits: { provider, provider_id } })
    }),
  )
}

/** An account's address changes only by an e-mail change, which both mailboxes confirm. */
function isLastForEmail({ email, identities }: Account, unlinked: IdentityRow): boolean {
  const stays = identities.some(
    (one) => one.id !== unlinked.id && one.email === email && isProven(one),
  )

  return email !== null && unlinked.email === email && !stays
}

/** The password and the phone number are removed with the identity they belong to. */
async function removeSignInMethod(
  sql: Sql,
  { clock }: Identity,
  { id, identities }: Account,
  { provider }: IdentityRow,
): Promise<void> {
  const hasOther = identities.some(
    (one) => one.provider !== provider && ['email', 'phone'].includes(one.provider),
  )
  if (provider !== 'email' && provider !== 'phone') return

  await updateUser(sql, id, clock.now(), {
    ...(provider === 'phone' && { phone: null, phone_confirmed_at: null }),
    ...(!hasOther && { encrypted_password: null }),
  })
}

const isProven = ({ identity_data }: IdentityRow) => identity_data.email_verified === true
