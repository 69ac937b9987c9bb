import { theServer } from '@app/platform/db/database.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { ProviderInvoice } from '#outside/lemon-squeezy/objects.ts'
import { type Billing, providerOf } from './billing.ts'
import { billingUnavailable, orUnavailable } from './errors.ts'
import { updateNameless } from './payments-table.ts'
import { storePayment } from './store-payment.ts'

type State = { totalCents: number; refundedCents: number }

/** Fetches an invoice and stores the answer. null: the provider does not have it. */
export async function lookUpInvoice(billing: Billing, id: string): Promise<State | null> {
  const invoice = await orUnavailable(providerOf(billing).invoice(id))
  if (!invoice) return null

  await book(billing, invoice)
  const { total, refunded, refunded_amount } = invoice.attributes
  return { totalCents: total, refundedCents: refunded_amount ?? (refunded ? total : 0) }
}

/** Not retried. `unknown`: the answer was lost, so the invoice has to be looked up. */
export async function refundInvoice(
  billing: Billing,
  id: string,
  cents: number,
): Promise<'done' | 'refused' | 'unknown'> {
  try {
    const answer = await providerOf(billing).refund(id, cents)
    if (typeof answer === 'string') return 'refused'

    await book(billing, answer)
    return 'done'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.failure === 'unavailable') return 'unknown'
    // A refusal by rate limit or key means that nothing was refunded.
    throw billingUnavailable(error)
  }
}

const book = ({ db, ...needs }: Billing, invoice: ProviderInvoice): Promise<void> =>
  db.as(theServer, async (sql) => {
    const stored = await storePayment(needs, sql, { invoice })
    if (stored === 'nobody') await updateNameless(sql, invoice)
  })
