import type { Language } from '@app/contract/languages'
import type { SubscriptionStatusWord } from '@app/contract/subscription-states'
import type { Sql } from '@app/platform/db/database.ts'
import type { ProviderInvoice } from '#outside/lemon-squeezy/objects.ts'

/** The subscription that the payment is for. */
export type Payer = {
  subscription_id: string
  user_id: string
  status: SubscriptionStatusWord
  renews_at: Date | null
  plan: string
  email: string | null
  language: Language
}

export async function findPayer(sql: Sql, providerId: string): Promise<Payer | null> {
  const { rows } = await sql.query<Payer>(
    `select subscriptions.id as subscription_id, user_id, status, renews_at, plans.name as plan, users.email, users.language
       from public.subscriptions
       join public.plans on plans.id = plan_id
       join public.users on users.id = user_id
      where lemon_squeezy_subscription_id = $1`,
    [providerId],
  )

  return rows[0] ?? null
}

export type Payment = {
  status: string
  amount: number
  refunded_amount: number
  /** The provider's data, for comparison. */
  facts: string
}

export async function lockPayment(sql: Sql, invoiceId: string): Promise<Payment | null> {
  const { rows } = await sql.query<Payment>(
    `select status, amount::float8 as amount, refunded_amount::float8 as refunded_amount,
            (to_jsonb(transactions) - array['updated_at', 'provider_updated_at'])::text as facts
       from public.transactions
      where provider_invoice_id = $1
        for update`,
    [invoiceId],
  )

  return rows[0] ?? null
}

/** Returns false if the stored state is newer. A known link to the invoice is kept. */
export async function putPayment(
  sql: Sql,
  { user_id, subscription_id }: Payer,
  { id, attributes: told }: ProviderInvoice,
): Promise<boolean> {
  const refunded = told.refunded_amount ?? (told.refunded ? told.total : 0)
  const { rowCount } = await sql.query(
    `insert into public.transactions as known
       (provider_invoice_id, user_id, subscription_id, amount, tax, refunded_amount, currency, status, billing_reason,
        invoice_url, created_at, provider_updated_at)
     values ($1, $2, $3, $4::numeric / 100, $5::numeric / 100, $6::numeric / 100, $7, $8, $9, $10, $11, $12)
     on conflict (provider_invoice_id) do update
        set user_id = excluded.user_id, subscription_id = excluded.subscription_id,
            amount = excluded.amount, tax = excluded.tax, refunded_amount = excluded.refunded_amount,
            currency = excluded.currency, status = excluded.status, billing_reason = excluded.billing_reason,
            invoice_url = coalesce(excluded.invoice_url, known.invoice_url),
            provider_updated_at = excluded.provider_updated_at
      where known.provider_updated_at is null or known.provider_updated_at <= excluded.provider_updated_at`,
    [
      id,
      user_id,
      subscription_id,
      told.total,
      told.tax,
      refunded,
      told.currency,
      told.status,
      told.billing_reason ?? null,
      webAddress(told.urls?.invoice_url),
      told.created_at,
      told.updated_at,
    ],
  )

  return rowCount > 0
}

/** Records a refund even after the payer has deleted their account. */
export async function updateNameless(
  sql: Sql,
  { id, attributes: { status, refunded, refunded_amount, total, updated_at } }: ProviderInvoice,
): Promise<void> {
  await sql.query(
    `update public.transactions
        set status = $2, refunded_amount = $3::numeric / 100, provider_updated_at = $4
      where provider_invoice_id = $1 and user_id is null
        and (provider_updated_at is null or provider_updated_at <= $4::timestamptz)`,
    [id, status, refunded_amount ?? (refunded ? total : 0), updated_at],
  )
}

/** The provider's reason is unsuitable: it calls the first payment after a trial a renewal. */
export async function isFirstPayment(
  sql: Sql,
  subscriptionId: string,
  invoiceId: string,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from public.transactions as earlier
       join public.transactions as this on this.provider_invoice_id = $2
      where earlier.subscription_id = $1 and earlier.provider_invoice_id <> $2
        and earlier.amount > 0 and earlier.status in ('paid', 'refunded', 'partial_refund')
        and (earlier.created_at, length(earlier.provider_invoice_id), earlier.provider_invoice_id)
          < (this.created_at, length(this.provider_invoice_id), this.provider_invoice_id)
      limit 1`,
    [subscriptionId, invoiceId],
  )

  return rowCount === 0
}

const webAddress = (url: string | null | undefined) =>
  url && /^https?:\/\//.test(url) ? url : null
