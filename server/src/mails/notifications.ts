import type { Sql } from '@app/platform/db/database.ts'
import type { TemplateName } from './templates.ts'

/** Members' settings for optional mails. Mails about the account itself cannot be disabled. */
type Switch = 'notify_team' | 'notify_sync_trouble' | 'notify_billing'

const SWITCHES: Partial<Record<TemplateName, Switch>> = {
  project_invitation: 'notify_team',
  task_assigned: 'notify_team',
  sync_trouble: 'notify_sync_trouble',
  subscription_started: 'notify_billing',
  subscription_cancelled: 'notify_billing',
  subscription_resumed: 'notify_billing',
  subscription_ended: 'notify_billing',
  payment_receipt: 'notify_billing',
  payment_failed: 'notify_billing',
  payment_refunded: 'notify_billing',
}

/** Whether members can disable this mail. */
export const isOptional = (template: string): boolean => template in SWITCHES

type Addressed = { template: string; to_address: string }

/**
 * Checked at delivery, so that changes after queueing apply. Addresses without an account always get their mail.
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
