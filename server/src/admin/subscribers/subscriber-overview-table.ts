import type { SubscriberReply } from '@app/contract/admin-billing'
import type { Sql } from '@app/platform/db/database.ts'
import { IS_REFUSAL, iso, rowsOf } from '#admin/account-overview-table.ts'
import { isPending } from './refunds-table.ts'

type Overview = Omit<SubscriberReply, 'subscription'>

/** Columns are named individually, which excludes event contents and the provider's signed URLs. */
const OVERVIEW = `
  select
    ${rowsOf(
      `payment.id, payment.provider_invoice_id as "providerId", (payment.amount * 100)::bigint as cents,
       (payment.tax * 100)::bigint as "taxCents", (payment.refunded_amount * 100)::bigint as "refundedCents",
       payment.currency, payment.status, payment.billing_reason as reason,
       ${isPending('payment.id::text')} as "isRefundPending", ${iso('payment.created_at')} as "createdAt"`,
      'public.transactions as payment where payment.subscription_id = subscription.id',
      'payment.created_at',
    )} as payments,
    ${rowsOf(
      `event.id, event.event_name as name, event.outcome, event.error, ${iso('event.received_at')} as "receivedAt"`,
      `ops.webhook_events as event
        where event.provider = 'lemon-squeezy' and event.object_type = 'subscription'
          and event.object_id = subscription.lemon_squeezy_subscription_id`,
      'event.received_at',
    )} as events,
    ${rowsOf(
      `line.id, coalesce(actor.display_name, actor.email) as actor, line.action, line.details,
       ${iso('line.created_at')} as "createdAt"`,
      `public.audit_log as line left join public.users as actor on actor.id = line.actor_id
        where (line.subject_type = 'subscription' and line.subject_id = subscription.id::text)
           or (line.subject_type = 'payment' and line.subject_id in (
                 select paid.id::text from public.transactions as paid where paid.subscription_id = subscription.id))`,
      'line.created_at',
      `line.${IS_REFUSAL}`,
    )} as audit
  from public.subscriptions as subscription
 where subscription.id = $1`

export async function readSubscriberOverview(sql: Sql, id: string): Promise<Overview | null> {
  const { rows } = await sql.query<Overview>(OVERVIEW, [id])

  return rows[0] ?? null
}
