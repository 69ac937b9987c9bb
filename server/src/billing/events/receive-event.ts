import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { storableJson } from '@app/contract/storable'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import { isOurs } from '#billing/is-ours.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import { countEvent, insertEvent, type Outcome, reopenEvent } from './events-table.ts'
import {
  customOf,
  type Envelope,
  isTestEvent,
  kindOf,
  objectOf,
  readEnvelope,
  updatedAtOf,
} from './read-event.ts'

export type WebhookSettings = { secrets: readonly string[]; storeId: string; isTest: boolean }

type Needs = WebhookSettings & { db: Database }

export type Delivery = {
  /** Unparsed, because the signature covers the bytes. */
  body: Uint8Array
  signature: string | undefined
}

/**
 * Stores an event and queues its work in the same transaction, so that neither is lost without the other. Identical bytes count once; if
 * their work was unfinished, it restarts.
 */
export async function receiveEvent(needs: Needs, delivery: Delivery): Promise<'new' | 'known'> {
  const { body, signature = '' } = delivery
  if (!isSigned(needs.secrets, body, signature)) throw badSignature()
  // SQL reads it in parts; the signature covered the original bytes.
  const text = storableJson(Buffer.from(body).toString())
  const event = readEnvelope(parse(text))
  if (!event) throw notAnEvent()

  const digest = createHash('sha256').update(body).digest('hex')
  const object = objectOf(event)
  const outcome = decided(needs, event)
  return needs.db.as(theServer, async (sql) => {
    const id = await insertEvent(sql, {
      digest,
      name: event.meta.event_name,
      objectType: object.type,
      objectId: object.id,
      updatedAt: updatedAtOf(event),
      body: text,
      checkoutId: customOf(event)?.checkout_id ?? null,
      outcome,
    })
    const isNew = id !== null
    if (isNew && !(await countEvent(sql, id))) throw tooMuch()
    const isToDo = outcome === null && (isNew || (await reopenEvent(sql, digest)))
    if (isToDo) await sendJob(sql, 'take-billing-events', { subscriptionId: object.id })

    return isNew ? 'new' : 'known'
  })
}

/** Payments are stored from invoices, so orders are only recorded. */
function decided(needs: Needs, event: Envelope): Outcome | null {
  const kind = kindOf(event)
  const told = {
    store_id: event.data.attributes?.store_id ?? needs.storeId,
    test_mode: isTestEvent(event),
  }
  if (kind === 'other' || !isOurs(needs, told)) return 'ignored'
  if (kind === 'payment' && objectOf(event).type !== 'subscription') return 'ignored'

  return kind === 'order' ? 'applied' : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notAnEvent()
  }
}

const SIGNATURE = /^[0-9a-f]{64}$/i

/** All secrets are tried, so that timing does not reveal which one matched. */
function isSigned(secrets: readonly string[], body: Uint8Array, signature: string): boolean {
  if (!SIGNATURE.test(signature)) return false
  const sent = Buffer.from(signature, 'hex')
  const matches = secrets.map((secret) =>
    timingSafeEqual(createHmac('sha256', secret).update(body).digest(), sent),
  )

  return matches.includes(true)
}

const badSignature = () => new AppError('bad_signature', 401, 'The signature does not match')

const notAnEvent = () => new AppError('bad_request', 400, 'The body is not an event')

const tooMuch = () =>
  new AppError('over_request_rate_limit', 429, 'Too much was sent today', { retryAfterS: 3600 })
