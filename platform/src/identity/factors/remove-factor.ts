import type { Sql } from '#db/database.ts'
import type { Account, FactorRow } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'
import { amrMethodOf } from './account-factors.ts'
import { deleteFactor } from './factors-table.ts'
import { notifyUnenrolled } from './notices.ts'
import { lowerSessions } from './session-levels-table.ts'

type Removal = {
  account: Account
  factor: FactorRow
  /** A session that keeps the level it got from the factor. */
  keepSession?: string
}

export async function removeFactor(
  sql: Sql,
  needs: Pick<Identity, 'clock' | 'outbox'>,
  { account, factor, keepSession }: Removal,
): Promise<void> {
  await lowerSessions(sql, needs.clock.now(), {
    factorId: factor.id,
    method: amrMethodOf[factor.factor_type],
    except: keepSession ?? null,
  })
  await deleteFactor(sql, factor.id)
  if (factor.status === 'verified') await notifyUnenrolled(sql, needs, account, factor)
}
