import type { FactorJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { findAccount } from '#identity/accounts/accounts-table.ts'
import { factorJson } from '#identity/accounts/user-json.ts'
import { record, recordingRefusal, theService } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { userNotFound } from '#identity/errors.ts'
import { factorOf, hasRealFactor, recoveryCodesOf } from '#identity/factors/account-factors.ts'
import { refuseName } from '#identity/factors/factor-limits.ts'
import { renameFactor } from '#identity/factors/factors-table.ts'
import { removeFactor } from '#identity/factors/remove-factor.ts'
import type { Identity } from '#identity/identity.ts'
import { lockUser } from './get-user.ts'

export async function listFactors(
  { db }: Pick<Identity, 'db'>,
  userId: string,
): Promise<FactorJson[]> {
  const account = await db.as(theServer, (sql) => findAccount(sql, 'id', userId))
  if (!account) throw userNotFound()

  return account.factors.map(factorJson)
}

type Rename = { userId: string; factorId: string; friendlyName: string }

/** An empty name changes nothing, as with Supabase Auth. */
export async function renameFactorByAdmin(
  needs: Pick<Identity, 'db' | 'clock'>,
  { userId, factorId, friendlyName }: Rename,
  client: Client,
): Promise<FactorJson> {
  const traits = { user_id: userId, factor_id: factorId }
  const event = { action: 'factor_updated', actor: theService, client, traits } as const

  return recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const account = await lockUser(sql, userId)
      const factor = factorOf(account, factorId)
      if (friendlyName === '') return factorJson(factor)

      refuseName(account, friendlyName, { factorId })
      const now = needs.clock.now()
      await renameFactor(sql, now, { id: factorId, friendlyName })
      await record(sql, needs, event)
      return factorJson({
        ...factor,
        friendly_name: friendlyName,
        updated_at: now.toISOString(),
      })
    }),
  )
}

type Removal = { userId: string; factorId: string }

/** For a user who has lost their authenticator. The recovery codes are deleted with the last other factor. */
export async function deleteFactorByAdmin(
  needs: Pick<Identity, 'db' | 'clock' | 'outbox'>,
  { userId, factorId }: Removal,
  client: Client,
): Promise<FactorJson> {
  const event = {
    action: 'factor_deleted',
    actor: theService,
    client,
    traits: { user_id: userId, factor_id: factorId },
  } as const

  return recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const account = await lockUser(sql, userId)
      const factor = factorOf(account, factorId)
      const codes = recoveryCodesOf(account)

      await removeFactor(sql, needs, { account, factor })
      if (codes && codes.id !== factor.id && !hasRealFactor(account, { without: factor.id })) {
        await removeFactor(sql, needs, { account, factor: codes })
      }
      await record(sql, needs, event)
      return factorJson(factor)
    }),
  )
}
