import type { Sql } from '@app/platform/db/database.ts'

/** The audit log holds requested refunds and their outcomes. */
export type RefundRequest = {
  refundId: string
  amountCents: number
  refundedBefore: number
  /** Old enough that the provider has finished processing it. */
  isOld: boolean
}

/** After this time the provider has either completed the refund or never will. */
export const SETTLED_AFTER_S = 120

const unsettled = (paymentId: string) => `
  public.audit_log as asked
   where asked.subject_type = 'payment' and asked.subject_id = ${paymentId}
     and asked.action = 'payment_refunded' and asked.details ->> 'state' = 'asked'
     and not exists (
       select from public.audit_log as outcome
        where outcome.subject_type = 'payment' and outcome.subject_id = ${paymentId}
          and outcome.details ->> 'refundId' = asked.details ->> 'refundId'
          and outcome.details ->> 'state' in ('done', 'failed'))`

/** For a query that has the payment's id as text. */
export const isPending = (paymentId: string) => `exists (select from ${unsettled(paymentId)})`

export async function unsettledRefunds(sql: Sql, paymentId: string): Promise<RefundRequest[]> {
  const { rows } = await sql.query<RefundRequest>(
    `select asked.details ->> 'refundId' as "refundId", (asked.details ->> 'amountCents')::float8 as "amountCents",
            (asked.details ->> 'refundedBefore')::float8 as "refundedBefore",
            asked.created_at <= app.now() - $2 * interval '1 second' as "isOld"
       from ${unsettled('$1')}
      order by asked.created_at`,
    [paymentId, SETTLED_AFTER_S],
  )

  return rows
}

/** Recorded for the admin who requested it. Written only once. */
export async function settleRefund(
  sql: Sql,
  paymentId: string,
  refundId: string,
  state: 'done' | 'failed',
): Promise<void> {
  await sql.query(
    `insert into public.audit_log (actor_id, action, subject_type, subject_id, details, ip)
     select asked.actor_id, asked.action, asked.subject_type, asked.subject_id,
            asked.details || jsonb_build_object('state', $3::text), asked.ip
       from ${unsettled('$1')} and asked.details ->> 'refundId' = $2`,
    [paymentId, refundId, state],
  )
}

export type RefundablePayment = { id: string; providerId: string; currency: string }

export async function findPayment(sql: Sql, id: string): Promise<RefundablePayment | null> {
  const { rows } = await sql.query<RefundablePayment>(
    `select id, provider_invoice_id as "providerId", currency from public.transactions where id = $1`,
    [id],
  )

  return rows[0] ?? null
}
