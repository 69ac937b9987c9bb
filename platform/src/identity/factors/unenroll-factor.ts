import { theServer } from '#db/database.ts'
import type { FactorRow } from '#identity/account.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { factorOf, hasRealFactor, recoveryCodesOf } from './account-factors.ts'
import { codesHaveOwnEndpoint, codesNeedFactor, unenrollNeedsAal2 } from './errors.ts'
import { type FactorOwner, lockOwner } from './factor-owner.ts'
import { removeFactor } from './remove-factor.ts'

/** Removing a verified factor requires aal2; an unverified one does not. */
export async function unenrollFactor(
  needs: Pick<Identity, 'db' | 'clock' | 'outbox'>,
  owner: FactorOwner,
  factorId: string,
  client: Client,
): Promise<{ id: string }> {
  const event = {
    action: 'factor_unenrolled',
    actor: owner.account,
    client,
    traits: { factor_id: factorId },
  } as const

  return recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const locked = await lockOwner(sql, needs, owner)
      const { account } = locked
      const factor = factorOf(account, factorId)
      if (factor.factor_type === 'recovery_code') throw codesHaveOwnEndpoint()
      if (factor.status === 'verified') refuseUnprotecting(locked, factor)

      await removeFactor(sql, needs, { account, factor })
      await record(sql, needs, event)
      return { id: factor.id }
    }),
  )
}

function refuseUnprotecting({ account, session }: FactorOwner, { id }: FactorRow) {
  if (session.aal !== 'aal2') throw unenrollNeedsAal2()
  if (recoveryCodesOf(account) && !hasRealFactor(account, { without: id })) {
    throw codesNeedFactor()
  }
}
