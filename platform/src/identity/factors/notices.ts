import type { Sql } from '#db/database.ts'
import type { Account, FactorRow } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'

type Needs = Pick<Identity, 'clock' | 'outbox'>

// Notices go to the owner's address, because the change may come from an attacker.

export const notifyEnrolled = (sql: Sql, needs: Needs, account: Account, factor: FactorRow) =>
  notify(sql, needs, 'factor_enrolled', account, factor)

export const notifyUnenrolled = (sql: Sql, needs: Needs, account: Account, factor: FactorRow) =>
  notify(sql, needs, 'factor_unenrolled', account, factor)

async function notify(
  sql: Sql,
  { clock, outbox }: Needs,
  template: 'factor_enrolled' | 'factor_unenrolled',
  { email, email_confirmed_at, language }: Account,
  { id, factor_type: factor }: FactorRow,
): Promise<void> {
  if (email === null || email_confirmed_at === null || factor === 'recovery_code') return

  await outbox.queue(sql, {
    template,
    params: { at: clock.now(), factor },
    to: email,
    language,
    key: `${template} ${id}`,
  })
}
