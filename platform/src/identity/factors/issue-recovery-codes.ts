import { randomUUID } from 'node:crypto'
import type { RecoveryCodesJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { hasRealFactor, recoveryCodesOf } from './account-factors.ts'
import { codesExist, codesNeedAal2, codesNeedFactor, codesNotFound } from './errors.ts'
import { refuseOverLimit } from './factor-limits.ts'
import { type FactorOwner, lockOwner } from './factor-owner.ts'
import { deleteAbandoned, insertFactor, touchFactor } from './factors-table.ts'
import { deleteGuesses } from './guesses-table.ts'
import { hashOfCode, newRecoveryCodes } from './recovery-code.ts'
import { replaceCodes } from './recovery-codes-table.ts'

const USUAL_NAME = 'Recovery codes'

/** Creates the first set of codes. The check for another factor precedes the check for aal2, so that users learn what is missing. */
export const generateRecoveryCodes = (
  needs: Identity,
  owner: FactorOwner,
  friendlyName: string,
  client: Client,
): Promise<RecoveryCodesJson> =>
  issue(needs, owner, client, async (sql, { account, session }) => {
    if (!hasRealFactor(account)) throw codesNeedFactor()
    if (session.aal !== 'aal2') throw codesNeedAal2()
    if (recoveryCodesOf(account)) throw codesExist()
    const name = friendlyName || USUAL_NAME
    await deleteAbandoned(sql, account)
    refuseOverLimit(account, name)

    const id = randomUUID()
    await insertFactor(sql, needs.clock.now(), {
      id,
      userId: account.id,
      friendly_name: name,
      factor_type: 'recovery_code',
      status: 'verified',
      secretSealed: null,
    })
    return { id, name }
  })

/** Replaces the set under the same factor name; the old codes stop working. */
export const regenerateRecoveryCodes = (
  needs: Identity,
  owner: FactorOwner,
  client: Client,
): Promise<RecoveryCodesJson> =>
  issue(needs, owner, client, async (sql, { account, session }) => {
    if (session.aal !== 'aal2') throw codesNeedAal2()
    const factor = recoveryCodesOf(account)
    if (!factor) throw codesNotFound()

    await touchFactor(sql, needs.clock.now(), factor.id)
    return { id: factor.id, name: factor.friendly_name ?? '' }
  })

type PrepareFactor = (sql: Sql, owner: FactorOwner) => Promise<{ id: string; name: string }>

async function issue(
  needs: Identity,
  owner: FactorOwner,
  client: Client,
  prepareFactor: PrepareFactor,
): Promise<RecoveryCodesJson> {
  const event = { action: 'recovery_codes_generated', actor: owner.account, client } as const
  const codes = newRecoveryCodes()

  return recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const locked = await lockOwner(sql, needs, owner)
      const { id, name } = await prepareFactor(sql, locked)
      const hashes = codes.map((code) => hashOfCode(needs, code))

      await replaceCodes(sql, needs.clock.now(), { factorId: id, hashes })
      await deleteGuesses(sql, { userId: locked.account.id, factorType: 'recovery_code' })
      await record(sql, needs, { ...event, traits: { factor_id: id } })
      return { id, type: 'recovery_code', friendly_name: name, total: codes.length, codes }
    }),
  )
}
