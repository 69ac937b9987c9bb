import { type Database, theServer } from '@app/platform/db/database.ts'
import { TextBytes } from '@app/platform/db/text-bytes.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import { countEvent, insertEvent, UNREAD } from '#code-host/events-table.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import type { EventReader } from './event-thread.ts'

type Needs = { db: Database; events: EventReader; webhookSecrets: readonly string[] }

export type Delivery = {
  /** Unparsed, because the signature covers the bytes. */
  body: Uint8Array
  signature: string | undefined
  /** Unsigned, so only a label for events that we ignore. */
  name: string | undefined
}

const LONGEST_NAME = 100

/**
 * Stores a webhook event and queues its processing. GitHub gets a success regardless of the result. Identical bodies count once, because
 * ids and names in the headers are not signed.
 */
export async function receiveEvent(needs: Needs, delivery: Delivery): Promise<'new' | 'known'> {
  const { body, signature = '', name = '' } = delivery
  const checked = await needs.events.check({ body, secrets: needs.webhookSecrets, signature })
  if (checked.kind === 'not_signed') throw badSignature()
  if (checked.kind === 'not_json') throw notJson()
  const isRead = checked.kind === 'checked'
  const kind = isRead ? checked.name : UNREAD
  const event = {
    digest: checked.digest,
    name: kind ?? `other ${name.slice(0, LONGEST_NAME)}`.trim(),
    senderId: isRead ? checked.senderId : null,
    body: new TextBytes(checked.text),
  }

  return needs.db.as(theServer, async (sql) => {
    const id = await insertEvent(sql, event)
    if (id === null) return 'known'
    // Its job determines the sender and counts it.
    if (isRead && !(await countEvent(sql, id))) throw tooMuch()

    await sendJob(sql, 'take-github-event', { id })
    return 'new'
  })
}

const badSignature = () => new AppError('bad_signature', 401, 'The signature does not match')

const notJson = () => new AppError('bad_request', 400, 'The body is not JSON')

const tooMuch = () =>
  new AppError('over_request_rate_limit', 429, 'Too much was sent today', { retryAfterS: 3600 })
