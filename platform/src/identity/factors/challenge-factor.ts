import { randomUUID } from 'node:crypto'
import type { ChallengeJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { answerableFactor } from './answerable-factor.ts'
import { endOfChallenge, placeOf } from './challenge.ts'
import { deleteChallengesBefore, insertChallenge } from './challenges-table.ts'
import { type FactorOwner, lockOwner } from './factor-owner.ts'

/** Expired challenges are kept for this long, so that they are told apart from unknown ones. */
const REMEMBERED_MS = 24 * 3_600_000

/** Creates a challenge, to be answered within minutes and from the same IP address. */
export async function challengeFactor(
  needs: Pick<Identity, 'db' | 'clock'>,
  owner: FactorOwner,
  factorId: string,
  client: Client,
): Promise<ChallengeJson> {
  const event = {
    action: 'challenge_created',
    actor: owner.account,
    client,
    traits: { factor_id: factorId },
  } as const

  return recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const { account } = await lockOwner(sql, needs, owner)
      const { factor_type: type } = answerableFactor(account, factorId)
      const id = randomUUID()
      const now = needs.clock.now()

      await deleteChallengesBefore(sql, factorId, new Date(now.getTime() - REMEMBERED_MS))
      await insertChallenge(sql, { id, factorId, ip: placeOf(client), now })
      await record(sql, needs, event)
      return { id, type, expires_at: Math.floor(endOfChallenge(now).getTime() / 1000) }
    }),
  )
}
