import { cut } from '@app/contract/storable'
import { type Sql, theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { FailureHandlers, WorkFor } from '@app/platform/jobs/start-jobs.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { Billing } from '#billing/billing.ts'
import { checkSubscription } from '#billing/check-subscription.ts'
import { isOurs } from '#billing/is-ours.ts'
import { storePayment } from '#billing/store-payment.ts'
import { storeSubscription, UnknownVariant } from '#billing/store-subscription.ts'
import { findByProviderId } from '#billing/subscriptions-table.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'
import type { ProviderSubscription } from '#outside/lemon-squeezy/objects.ts'
import { failEvents, finishEvent, noteFailure, takePending } from './events-table.ts'
import { findOwner, forgetEvents } from './find-owner.ts'
import { type PendingRead, readAll } from './read-pending.ts'

type Kinds = typeof jobKinds

export const eventWork = (
  billing: Billing,
): Pick<WorkFor<Kinds>, 'take-billing-events' | 'check-subscription'> => ({
  'take-billing-events': ({ payload }) => processEvents(billing, payload.subscriptionId),
  'check-subscription': async ({ payload }) => {
    if (billing.provider) {
      await checkSubscription(billing, billing.provider, payload.subscriptionId)
    }
  },
})

/** Runs after the last try. An admin can replay them. */
export const eventsFailed = ({
  db,
}: Pick<Billing, 'db'>): Pick<FailureHandlers<Kinds>, 'take-billing-events'> => ({
  'take-billing-events': ({ subscriptionId }) => failEvents(serverSql(db), subscriptionId),
})

const MOST_AT_ONCE = 200

/** Processes all unfinished events of one subscription, in the provider's order. */
async function processEvents(billing: Billing, subscriptionId: string): Promise<void> {
  const { db } = billing

  try {
    const events = await takePending(serverSql(db), subscriptionId, MOST_AT_ONCE)
    if (events.length === 0) return
    await process(billing, subscriptionId, await readAll(db, events))
    if (events.length < MOST_AT_ONCE) return
    await db.as(theServer, (sql) => sendJob(sql, 'take-billing-events', { subscriptionId }))
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    await noteFailure(serverSql(db), subscriptionId, cut(words, 500))
    throw error
  }
}

async function process(
  billing: Billing,
  subscriptionId: string,
  events: PendingRead[],
): Promise<void> {
  if (events.length === 0) return
  const { db } = billing
  const owner = await findOwner(serverSql(db), subscriptionId, events)
  if (owner === 'gone') {
    await db.as(theServer, (sql) => forgetEvents(sql, subscriptionId, events))
    return
  }
  if (owner === 'nobody') {
    await db.as(theServer, (sql) => keepWaiting(sql, subscriptionId, events))
    return
  }

  const now = needsAnswer(events) ? await currentState(billing, subscriptionId) : null
  await db.as(theServer, (sql) => apply(billing, sql, { subscriptionId, events, owner, now }))
}

/** If all events are older than the stored state, the provider need not be asked. */
const needsAnswer = (events: PendingRead[]) =>
  events.some(({ read, is_outdated }) => read.kind === 'subscription' && !is_outdated)

/** null: the provider is unavailable or busy. Then the events' own content is used, and the provider is asked later. */
async function currentState(
  { provider, log }: Billing,
  id: string,
): Promise<ProviderSubscription | null> {
  if (!provider) return null

  try {
    const now = await provider.subscription(id)
    return now && isOurs(provider, now.attributes) ? now : null
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    log.warn({ err }, 'payment provider not asked about an event')
    return null
  }
}

/** A payment's event may arrive before its subscription's. After 15 minutes an admin has to decide. */
async function keepWaiting(sql: Sql, subscriptionId: string, events: PendingRead[]): Promise<void> {
  const waiting = events.filter(({ is_overdue }) => !is_overdue)
  for (const { id, is_overdue } of events) {
    if (is_overdue) await finishEvent(sql, id, 'unclaimed')
  }
  const [first] = waiting.toSorted((a, b) => a.received_at.getTime() - b.received_at.getTime())
  if (!first) return

  const after = new Date(first.received_at.getTime() + 15 * 60_000)
  await sendJob(sql, 'take-billing-events', { subscriptionId }, { after })
}

type Work = {
  subscriptionId: string
  events: PendingRead[]
  /** undefined: the subscription is already known. */
  owner: string | undefined
  now: ProviderSubscription | null
}

const CHECK_AFTER_MS = 5 * 60_000

async function apply(
  billing: Billing,
  sql: Sql,
  { subscriptionId, events, owner, now }: Work,
): Promise<void> {
  const userId = owner === undefined ? {} : { userId: owner }
  const left = new Set(events.map(({ id }) => id))

  try {
    if (now) await storeSubscription(billing, sql, { subscription: now, ...userId })
    for (const event of events) {
      await applyOne(billing, sql, event, { now, userId })
      left.delete(event.id)
    }
  } catch (error) {
    if (!(error instanceof UnknownVariant)) throw error
    for (const id of left) await finishEvent(sql, id, 'failed', error.message)
    return
  }

  const isKnown = (await findByProviderId(sql, subscriptionId)) !== null
  if (!now && isKnown && needsAnswer(events) && billing.provider) {
    const after = new Date(billing.clock.now().getTime() + CHECK_AFTER_MS)
    await sendJob(sql, 'check-subscription', { subscriptionId }, { after })
  }
}

async function applyOne(
  billing: Billing,
  sql: Sql,
  { id, read, is_outdated }: PendingRead,
  { now, userId }: { now: ProviderSubscription | null; userId: { userId?: string } },
): Promise<void> {
  if (read.kind === 'payment') {
    const stored = await storePayment(billing, sql, read)
    // It waits until its subscription is stored.
    if (stored !== 'nobody') await finishEvent(sql, id, outcomeOf(stored))
    return
  }
  if (now || is_outdated) {
    await finishEvent(sql, id, is_outdated ? 'outdated' : 'applied')
    return
  }
  const { subscription } = read
  const stored = await storeSubscription(billing, sql, { subscription, ...userId })
  await finishEvent(sql, id, outcomeOf(stored))
}

const outcomeOf = (stored: string) => (stored === 'outdated' ? 'outdated' : 'applied')
