import type { Sql } from '@app/platform/db/database.ts'
import type { TemplateName } from './templates.ts'

/** The members' switches for mails they may do without. Whatever is about the account itself always comes. */
type Switch = 'notify_team' | 'notify_sync_trouble' | 'notify_billing'

const SWITCHES: Partial<Record<TemplateName, Switch>> = {
  project_invitation: 'notify_team',
  task_assigned: 'notify_team',
  sync_trouble: 'notify_sync_trouble',
  subscription_started: 'notify_billing',
  subscription_cancelled: 'notify_billing',
  subscription_ended: 'notify_billing',
  payment_failed: 'notify_billing',
}

/** Whether its reader may do without it. */
export const isOptional = (template: string): boolean => template in SWITCHES

type Addressed = { template: string; to_address: string }

/**
 * Asked when a mail is about to leave, not when it was written: a choice made in between counts, and whoever
 * writes mails need not think of it. Addresses that belong to no member get theirs.
 */
export async function isSwitchedOff(
  sql: Sql,
  { template, to_address }: Addressed,
): Promise<boolean> {
  const column = (SWITCHES as Partial<Record<string, Switch>>)[template]
  if (!column) return false

  const { rowCount } = await sql.query(
    `select from public.users where lower(email) = lower($1) and not ${column}`,
    [to_address],
  )
  return rowCount > 0
}
