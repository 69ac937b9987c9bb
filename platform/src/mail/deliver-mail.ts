import { openBatches } from './batches.ts'
import { type Delivery, deliverOne } from './deliver-one.ts'

const SERVER_AWAY_PAUSE_MS = 30_000

/**
 * Sends what is due over all connections at once. The outbox is the truth, and jobs only say when to
 * look at it: whoever writes a `send_after` there sends the job for that moment with it.
 */
export async function deliverDueMail(delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { db, clock, smtp } = delivery
  const batches = openBatches({ db, clock, messageIdHost: smtp.messageIdHost })
  let isServerAway = false

  const lane = async () => {
    while (!isServerAway && !signal.aborted) {
      const mail = await batches.next()
      if (!mail) return
      // One that cannot be sent for the server's sake stands for all of them.
      if ((await deliverOne(delivery, mail)) === 'server away') isServerAway = true
    }
  }

  await Promise.all(Array.from({ length: smtp.connections }, lane))
  await batches.leaveRest(isServerAway ? SERVER_AWAY_PAUSE_MS : 0)
}
