import type { RecoveryCodesStatusJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { recoveryCodesOf } from './account-factors.ts'
import { codesNeedAal2, codesNotFound } from './errors.ts'
import { type FactorOwner, lockOwner } from './factor-owner.ts'
import { countCodes } from './recovery-codes-table.ts'
import { removeFactor } from './remove-factor.ts'

/** The number of unused codes, which tells users when to renew them. */
export async function recoveryCodesStatus(
  { db }: Pick<Identity, 'db'>,
  { account }: FactorOwner,
): Promise<RecoveryCodesStatusJson> {
  const factor = recoveryCodesOf(account)
  if (!factor) throw codesNotFound()

  const counts = await db.as(theServer, (sql) => countCodes(sql, factor.id))
  return { id: factor.id, type: 'recovery_code', ...counts }
}

/**
 * The calling session keeps its level even if one of these codes raised it. Users without their authenticator need aal2 to enrol another.
 */
export async function deleteRecoveryCodes(
  needs: Pick<Identity, 'db' | 'clock' | 'outbox'>,
  owner: FactorOwner,
  client: Client,
): Promise<{ id: string }> {
  const event = { action: 'recovery_codes_deleted', actor: owner.account, client } as const

  return recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const { account, session } = await lockOwner(sql, needs, owner)
      if (session.aal !== 'aal2') throw codesNeedAal2()
      const factor = recoveryCodesOf(account)
      if (!factor) throw codesNotFound()

      await removeFactor(sql, needs, { account, factor, keepSession: session.id })
      await record(sql, needs, { ...event, traits: { factor_id: factor.id } })
      return { id: factor.id }
    }),
  )
}
