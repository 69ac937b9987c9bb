import { meaningOf } from '@app/contract/subscription-states'
import type { Clock } from '@app/platform/clock/clock.ts'
import type { Sql } from '@app/platform/db/database.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import type { KnownSubscription } from './provider-facts-table.ts'

export type ReportNeeds = { clock: Clock; outbox: ProductOutbox }

type Change = { before: KnownSubscription; after: KnownSubscription; at: string }

const DAY_MS = 24 * 3600 * 1000
const RECENT_MS = 3 * DAY_MS

/** Changes that are found late, for example by the first full comparison, are not mailed. */
export const isRecent = ({ clock }: Pick<ReportNeeds, 'clock'>, at: string): boolean =>
  clock.now().getTime() - new Date(at).getTime() < RECENT_MS

/** Records the change for the charts and mails its member once per cause. */
export async function reportChange(needs: ReportNeeds, sql: Sql, change: Change): Promise<void> {
  const { before, after, at } = change
  const kind = kindOf(before.status, after.status)
  if (kind === null) return

  await recordProductEvent(sql, kind, after.user_id, { plan: after.plan })
  const { email: to, language, plan } = after
  if (to === null || !isRecent(needs, at)) return

  const mail = { to, language, key: `subscription_${kind} ${after.id} ${at}` }
  if (kind === 'cancelled') {
    const endsOn = after.ends_at ?? needs.clock.now()
    await needs.outbox.queue(sql, {
      ...mail,
      template: 'subscription_cancelled',
      params: { plan, endsOn },
    })
  } else if (kind === 'resumed') {
    const params = { plan, renewsOn: after.renews_at }
    await needs.outbox.queue(sql, { ...mail, template: 'subscription_resumed', params })
  } else {
    await needs.outbox.queue(sql, { ...mail, template: 'subscription_ended', params: { plan } })
  }
}

type Status = KnownSubscription['status']

function kindOf(before: Status, after: Status): 'cancelled' | 'resumed' | 'ended' | null {
  if (before === after) return null
  if (after === 'expired') return 'ended'
  if (after === 'cancelled') return before === 'expired' ? null : 'cancelled'

  return meaningOf(before).canResume && meaningOf(after).isRunning ? 'resumed' : null
}
