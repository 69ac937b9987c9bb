import { openBatches } from './batches.ts'
import { type Delivery, deliverOne } from './deliver-one.ts'

const SERVER_AWAY_PAUSE_MS = 30_000

/**
 * Sends due mails over all connections in parallel. The outbox stores the state; jobs only trigger checks: every write of `send_after` also
 * sends a job for that time.
 */
export async function deliverDueMail(delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { smtp } = delivery
  const batches = openBatches({ ...delivery, messageIdHost: smtp.messageIdHost })
  let isServerAway = false

  const lane = async () => {
    while (!isServerAway && !signal.aborted) {
      const mail = await batches.next()
      if (!mail) return
      // If one mail fails because of the server, all others would too.
      if ((await deliverOne(delivery, mail)) === 'server away') isServerAway = true
      batches.finished(mail)
    }
  }

  try {
    await Promise.all(Array.from({ length: smtp.connections }, lane))
    await batches.leaveRest(isServerAway ? SERVER_AWAY_PAUSE_MS : 0)
  } finally {
    batches.stop()
  }
}
