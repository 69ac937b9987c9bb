import type { CreateCheckoutBody } from '@app/contract/billing'
import { type Language, languageOf } from '@app/contract/languages'
import { type Sql, theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { Limit } from '@app/platform/limits/limit.ts'
import type { OpenedCheckout } from '#outside/lemon-squeezy/checkout.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import { type Billing, providerOf } from './billing.ts'
import { findBuyer } from './buyers-table.ts'
import {
  deleteCheckout,
  findGivenUrl,
  insertCheckout,
  openCheckout,
  type WantedCheckout,
} from './checkouts-table.ts'
import {
  alreadySubscribed,
  billingUnavailable,
  orUnavailable,
  planNotForSale,
  planNotFound,
} from './errors.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { findPlanOnSale, type PricedPlan } from './plans-table.ts'
import { returnAddress, withOrder } from './return-address.ts'
import { findRunning } from './subscriptions-table.ts'

const CHECKOUT_LIMIT: Limit = { burst: 10, perSecond: 1 / 30 }
const LINK_LIFE_MS = 24 * 3600 * 1000

const DEFAULT_SUCCESS = '/upgrade?checkout=success'
const DEFAULT_CANCEL = '/upgrade'

/** The URL where the member pays. The same request returns the same URL for half an hour. */
export async function startCheckout(
  billing: Billing,
  member: Member,
  { planId, successUrl = DEFAULT_SUCCESS, cancelUrl = DEFAULT_CANCEL }: CreateCheckoutBody,
): Promise<string> {
  const addresses = {
    successUrl: returnAddress(billing.siteUrl, successUrl),
    cancelUrl: returnAddress(billing.siteUrl, cancelUrl),
  }
  await billing.limits.take(`checkout ${member.id}`, CHECKOUT_LIMIT)
  const plan = await findPlanOnSale(serverSql(billing.db), planId)
  if (!plan) throw planNotFound()
  if (!plan.lemon_squeezy_id) throw planNotForSale()
  providerOf(billing)

  const wanted = { userId: member.id, planId, variantId: plan.lemon_squeezy_id, ...addresses }
  return oneAtATime(billing.db, `checkout ${member.id}`, async () => {
    const begun = await billing.db.as(theServer, (sql) => begin(sql, member, wanted))
    return begun.url ?? open(billing, member, { wanted, plan, id: begun.id })
  })
}

type Begun = { url: string } | { url: null; id: string }

async function begin(sql: Sql, member: Member, wanted: WantedCheckout): Promise<Begun> {
  await requireSignedIn(sql, member)
  const running = await findRunning(sql, member.id)
  if (running) throw alreadySubscribed(running.id)
  const url = await findGivenUrl(sql, wanted)

  return url === null ? { url, id: await insertCheckout(sql, wanted) } : { url }
}

type Opening = { wanted: WantedCheckout; plan: PricedPlan; id: string }

async function open(billing: Billing, member: Member, opening: Opening): Promise<string> {
  const { db } = billing
  const { id, plan } = opening

  try {
    const { id: providerId, url, expiresAt, createdAt } = await ask(billing, member, opening)
    const isOpen = await db.as(theServer, async (sql) => {
      await recordProductEvent(sql, 'checkout_started', member.id, { plan: plan.name })
      const link = { providerId, url, createdAt, expiresAt: expiresAt ?? linkEnd(billing) }
      return openCheckout(sql, { id, ...link })
    })
    if (!isOpen) throw billingUnavailable(new Error('The member has left meanwhile'))

    return url
  } catch (error) {
    await deleteCheckout(serverSql(db), id)
    throw error
  }
}

async function ask(
  billing: Billing,
  member: Member,
  { wanted, plan, id }: Opening,
): Promise<OpenedCheckout> {
  const buyer = await findBuyer(serverSql(billing.db), member.id)
  const opened = await orUnavailable(
    providerOf(billing).openCheckout({
      variantId: wanted.variantId,
      email: buyer?.email ?? member.email,
      name: buyer?.display_name ?? null,
      custom: { user_id: member.id, plan_id: plan.id, checkout_id: id },
      redirectUrl: withOrder(wanted.successUrl),
      receiptUrl: `${billing.siteUrl}/settings?tab=billing`,
      receiptLabel: RECEIPT_LABELS[languageOf(buyer?.language)] ?? RECEIPT_LABEL,
      expiresAt: linkEnd(billing),
    }),
  )
  if (typeof opened !== 'string' && costs(opened, plan)) return opened

  billing.log.error(
    { planId: plan.id, variantId: wanted.variantId },
    'plan differs from what the payment provider sells',
  )
  throw planNotForSale()
}

/** The receipt is the provider's page; its button links back here. Languages without a label use the English one. */
const RECEIPT_LABELS: Partial<Record<Language, string>> = { es: 'Ver mi plan' }
const RECEIPT_LABEL = 'See my plan'

const linkEnd = ({ clock }: Billing) => new Date(clock.now().getTime() + LINK_LIFE_MS)

/** No member pays another price than the one shown. Tax may be included or added. */
function costs({ preview }: OpenedCheckout, { price, currency }: PricedPlan): boolean {
  if (!preview || (preview.currency ?? currency) !== currency) return false

  return [preview.subtotal, preview.total].includes(Math.round(price * 100))
}
