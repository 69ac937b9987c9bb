import {
  type AdminBillingAction,
  type AdminPlan,
  type AdminPlansReply,
  type CheckPlansReply,
  isNameFor,
  type ProviderMoney,
} from '@app/contract/admin-billing'
import type { Sql } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import type { PriceDifference } from '#admin/admin-billing.ts'
import {
  actWithProof,
  changeAsAdmin,
  readAsAdmin,
  recordingRefusal,
  requireAdmin,
} from '#admin/levels.ts'
import {
  findAdminPlan,
  insertPlan,
  isVariantOfAnother,
  listPlans,
  updatePlan,
} from './admin-plans-table.ts'
import {
  changedMeanwhile,
  freePlanStays,
  planHasSubscribers,
  planNameWrong,
  planNotFound,
  variantInUse,
  variantUnknown,
} from './errors.ts'

type Body = AdminBillingAction<'save_plan'>
type Price = Pick<AdminPlan, 'priceCents' | 'currency' | 'interval'>

export async function readPlans(
  needs: Pick<AdminArea, 'db'>,
  caller: AdminCaller,
): Promise<AdminPlansReply> {
  return { plans: await readAsAdmin(needs, caller, listPlans) }
}

/** Level W. Only the differences that other pages show are changed. */
export function checkPlans(needs: AdminArea, caller: AdminCaller): Promise<CheckPlansReply> {
  const action = { action: 'plans_checked', subjectType: 'plan', subjectId: null } as const

  return recordingRefusal(needs, caller, action, async () => {
    await requireAdmin(needs, caller)
    const prices: CheckPlansReply['prices'] = []
    const plans = await listPlans(serverSql(needs.db))
    for (const plan of plans) {
      if (plan.variantId === null) continue
      const theirs = await needs.billing.priceOf(plan.variantId)
      prices.push({ planId: plan.id, theirs, isSame: theirs !== null && isSame(plan, theirs) })
    }

    await changeAsAdmin(needs, caller, action, async (sql) => {
      for (const { planId, theirs, isSame } of prices) {
        const plan = plans.find(({ id }) => id === planId)
        const difference = isSame || !plan ? null : differenceOf(plan, theirs)
        await needs.billing.keepDifference(sql, planId, difference)
      }
    })
    return { prices }
  })
}

/** Price, currency and interval come from the provider, and are stored as the admin saw them. */
export function savePlan(
  needs: AdminArea,
  caller: AdminCaller,
  body: Body,
): Promise<AdminPlansReply> {
  const id = body.plan?.id ?? null
  const name = id === null ? 'plan_added' : 'plan_changed'
  const action = { action: name, subjectType: 'plan', subjectId: id } as const

  return actWithProof(needs, caller, { ...action, nonce: body.nonce }, async () => {
    const known = id === null ? null : await findAdminPlan(serverSql(needs.db), id)
    if (id !== null && !known) throw planNotFound()
    if (known) refuseUnlessAllowed(known, body)
    const price = await priceFor(needs, known, body)
    if (!isNameFor(body.name, price.interval)) throw planNameWrong()

    const details = changesOf(known, body, price)
    await changeAsAdmin(needs, caller, { ...action, details }, (sql) =>
      write(needs, sql, body, price),
    )
    return { plans: await listPlans(serverSql(needs.db)) }
  })
}

/** The variant identifies a subscription's plan, and every account has the Free plan. */
function refuseUnlessAllowed(known: AdminPlan, { isOnSale, variantId }: Body): void {
  if (known.isFree && (!isOnSale || variantId !== null)) throw freePlanStays()
  if (known.subscriberCount > 0 && variantId !== known.variantId) throw planHasSubscribers()
}

async function priceFor(
  { billing }: AdminArea,
  known: AdminPlan | null,
  { variantId, takesOver }: Body,
): Promise<Price> {
  const isOtherVariant = variantId !== (known?.variantId ?? null)
  if (known && !isOtherVariant && !takesOver) return known
  if (known && variantId === null) return known
  if (variantId === null) throw variantUnknown()

  const theirs = await billing.priceOf(variantId)
  if (!theirs || !isInterval(theirs.interval)) throw variantUnknown()
  const { cents: priceCents, currency, interval } = theirs
  if (takesOver && !isSame({ priceCents, currency, interval }, takesOver)) throw changedMeanwhile()

  return { priceCents, currency, interval }
}

const isInterval = (interval: string | null): interval is 'month' | 'year' =>
  interval === 'month' || interval === 'year'

async function write({ billing }: AdminArea, sql: Sql, body: Body, price: Price): Promise<void> {
  const { plan: seen, variantId } = body
  if (variantId !== null && (await isVariantOfAnother(sql, variantId, seen?.id ?? null))) {
    throw variantInUse()
  }
  if (!seen) {
    await insertPlan(sql, body, price)
    return
  }
  if (!(await updatePlan(sql, seen, body, price))) throw changedMeanwhile()
  if (body.takesOver) await billing.keepDifference(sql, seen.id, null)
}

const isSame = (ours: Price, theirs: ProviderMoney) =>
  ours.priceCents === theirs.cents &&
  ours.currency === theirs.currency &&
  ours.interval === theirs.interval

const differenceOf = (ours: Price, theirs: ProviderMoney | null): PriceDifference => ({
  ours: { price: ours.priceCents / 100, interval: ours.interval },
  theirs: theirs && { price: theirs.cents / 100, interval: theirs.interval },
})

/** For the log: the new values of changed fields. */
function changesOf(known: AdminPlan | null, body: Body, price: Price): Record<string, unknown> {
  const { name, description, features, sortOrder, isOnSale, variantId } = body
  const next = { name, description, features, sortOrder, isOnSale, variantId, ...pricePart(price) }

  return Object.fromEntries(
    Object.entries(next).filter(
      ([key, value]) => !known || !isEqual(value, known[key as keyof AdminPlan]),
    ),
  )
}

const pricePart = ({ priceCents, currency, interval }: Price) => ({
  priceCents,
  currency,
  interval,
})

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
