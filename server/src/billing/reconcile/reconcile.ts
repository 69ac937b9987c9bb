import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { cut } from '@app/contract/storable'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { dropLease, takeLease } from '@app/platform/db/leases-table.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { WorkFor } from '@app/platform/jobs/start-jobs.ts'
import type { Billing } from '#billing/billing.ts'
import { checkSubscription, storeChecked } from '#billing/check-subscription.ts'
import { oldestOpen } from '#billing/checkouts-table.ts'
import { stuckSubscriptions } from '#billing/events/events-table.ts'
import { isOurs } from '#billing/is-ours.ts'
import { plansWithVariant } from '#billing/plans-table.ts'
import { storePayment } from '#billing/store-payment.ts'
import { findByProviderId } from '#billing/subscriptions-table.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'
import type { LemonSqueezy } from '#outside/lemon-squeezy/lemon-squeezy.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'
import { claimUnknown } from './claim-unknown.ts'
import {
  beginReconciliation,
  dueSubscriptions,
  endReconciliation,
  noteProgress,
  type PlanDifference,
  type Scope,
  type Tally,
} from './reconciliations-table.ts'

/** Applies what lost webhooks would have reported. It never deletes anything. */
export const reconcilingWork = (
  billing: Billing,
): Pick<WorkFor<typeof jobKinds>, 'reconcile-due' | 'reconcile-all'> => ({
  'reconcile-due': () => reconcile(billing, 'due'),
  'reconcile-all': () => reconcile(billing, 'full'),
})

const LEASE = 'reconcile'
/** Longer than the work for one page; renewed with each. */
const LEASE_S = 300
const LONGEST_WAIT_MS = 600_000
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 1000
const MOST_DUE = 500

type Run = {
  billing: Billing
  provider: LemonSqueezy
  tally: Tally
  /** Called after each step, to renew the lease and show admins the progress. */
  step(): Promise<void>
}

async function reconcile(billing: Billing, scope: Scope): Promise<void> {
  const { db, log, reconcilerProvider: provider } = billing
  if (!provider) return
  const holder = randomUUID()
  const keep = () => takeLease(serverSql(db), { name: LEASE, holder, seconds: LEASE_S })
  // The next regular run is due in ten minutes. The nightly run waits until the other has ended.
  const began = performance.now()
  for (let waitMs = FIRST_PAUSE_MS; !(await keep()); waitMs *= 2) {
    if (scope === 'due') return
    if (performance.now() - began > LONGEST_WAIT_MS) {
      throw new Error('Another reconciliation does not end')
    }
    await pause(Math.min(waitMs, LONGEST_PAUSE_MS))
  }

  const id = await beginReconciliation(serverSql(db), scope)
  const tally: Tally = { seen: 0, healed: 0, unclaimed: 0, failed: 0 }
  const step = async () => {
    await noteProgress(serverSql(db), id, tally)
    if (!(await keep())) throw new Error('The lease of the reconciliation was lost')
  }
  try {
    const differences = await work({ billing, provider, tally, step }, scope)
    await endReconciliation(serverSql(db), id, { differences, error: null })
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    await endReconciliation(serverSql(db), id, { differences: [], error: cut(words, 500) })
    throw error
  } finally {
    await noteProgress(serverSql(db), id, tally)
    await dropLease(serverSql(db), { name: LEASE, holder })
    log.info({ scope, ...tally }, 'subscriptions reconciled')
  }
}

async function work(run: Run, scope: Scope): Promise<PlanDifference[]> {
  await restartStuck(run.billing.db)
  if (scope === 'due') {
    await checkDue(run)
    await findBought(run)
    return []
  }

  await checkAll(run)
  await bookAll(run)
  return comparePlans(run.billing, run.provider)
}

async function restartStuck(db: Database): Promise<void> {
  const stuck = await stuckSubscriptions(serverSql(db), MOST_DUE)
  if (stuck.length === 0) return

  const payloads = stuck.map((subscriptionId) => ({ subscriptionId }))
  await db.as(theServer, (sql) => sendJob(sql, 'take-billing-events', payloads))
}

async function checkDue({ billing, provider, tally, step }: Run): Promise<void> {
  for (const id of await dueSubscriptions(serverSql(billing.db), MOST_DUE)) {
    await counted(billing, tally, async () => {
      if (await checkSubscription(billing, provider, id)) tally.healed += 1
    })
    await step()
  }
}

/** Subscriptions since the oldest open checkout. The list is sorted newest first. */
async function findBought(run: Run): Promise<void> {
  const { billing, provider, step } = run
  const since = await oldestOpen(serverSql(billing.db))
  if (since === null) return

  for await (const page of provider.subscriptions()) {
    for (const subscription of page) {
      if (await findByProviderId(serverSql(billing.db), subscription.id)) continue
      await take(run, subscription)
    }
    await step()
    const oldest = page.at(-1)?.attributes.created_at
    if (oldest === undefined || new Date(oldest) < since) return
  }
}

async function checkAll(run: Run): Promise<void> {
  for await (const page of run.provider.subscriptions()) {
    for (const subscription of page) await take(run, subscription)
    await run.step()
  }
}

const take = async ({ billing, provider, tally }: Run, subscription: ProviderSubscription) => {
  if (!isOurs(provider, subscription.attributes)) return

  await counted(billing, tally, async () => {
    const stored = await storeChecked(billing, subscription)
    if (stored === 'changed') tally.healed += 1
    if (stored !== 'nobody') return

    const claim = await claimUnknown(billing, subscription)
    if (claim === 'claimed') tally.healed += 1
    if (claim === 'unclaimed') tally.unclaimed += 1
  })
}

/** Invoices of unknown subscriptions wait until those are claimed. */
async function bookAll({ billing, provider, tally, step }: Run): Promise<void> {
  for await (const page of provider.invoices()) {
    for (const invoice of page.toReversed()) {
      if (!isOurs(provider, invoice.attributes)) continue
      await counted(billing, tally, async () => {
        const stored = await billing.db.as(theServer, (sql) =>
          storePayment(billing, sql, { invoice }),
        )
        if (stored === 'changed') tally.healed += 1
      })
    }
    await step()
  }
}

/** A failure does not prevent the comparison of others. */
async function counted({ log }: Billing, tally: Tally, work: () => Promise<void>): Promise<void> {
  tally.seen += 1

  try {
    await work()
  } catch (err) {
    tally.failed += 1
    log.warn({ err }, 'subscription not reconciled')
  }
}

/** Finds plans with another price at the provider. Admins decide which side is right. */
async function comparePlans(
  { db, log }: Billing,
  provider: LemonSqueezy,
): Promise<PlanDifference[]> {
  const differences: PlanDifference[] = []

  for (const plan of await plansWithVariant(serverSql(db))) {
    const found = await provider.priceOf(plan.lemon_squeezy_id ?? '')
    const ours = { price: plan.price, interval: plan.interval }
    const theirs = found && { price: found.cents / 100, interval: found.interval }
    if (theirs?.price === ours.price && theirs.interval === ours.interval) continue

    log.error({ planId: plan.id }, 'plan differs from what the payment provider sells')
    differences.push({ planId: plan.id, ours, theirs })
  }
  return differences
}
