import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Database, theServer } from '#db/database.ts'
import { sendJob } from '#jobs/send-job.ts'
import { badSignature, deliveryNameless } from './errors.ts'
import { insertEvent } from './events-table.ts'

type Needs = { db: Database; webhookSecret: string }

export type Delivery = {
  /** As they came, since the signature is over the bytes. */
  body: Uint8Array
  signature: string | undefined
  deliveryId: string | undefined
  name: string | undefined
}

/**
 * Keeps what GitHub tells us, and promises to deal with it. Whatever comes of that, GitHub is told
 * that it arrived; the same delivery counts once.
 */
export async function receiveEvent(needs: Needs, delivery: Delivery): Promise<'new' | 'known'> {
  const { body, signature = '', deliveryId, name } = delivery
  if (!isSigned(needs.webhookSecret, body, signature)) throw badSignature()
  if (!deliveryId || !name) throw deliveryNameless()

  return needs.db.as(theServer, async (sql) => {
    const text = Buffer.from(body).toString()
    const id = await insertEvent(sql, { deliveryId, name, body: text })
    if (id === null) return 'known'

    await sendJob(sql, 'take-github-event', { id })
    return 'new'
  })
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

function isSigned(secret: string, body: Uint8Array, signature: string): boolean {
  const [, digits] = SIGNATURE.exec(signature) ?? []
  if (digits === undefined) return false
  const expected = createHmac('sha256', secret).update(body).digest()

  return timingSafeEqual(expected, Buffer.from(digits, 'hex'))
}
