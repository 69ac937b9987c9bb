import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { storableJson } from '@app/contract/storable'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import * as z from 'zod/mini'
import { countEvent, insertEvent } from '#code-host/events-table.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import { eventKind } from './event-kind.ts'

type Needs = { db: Database; webhookSecret: string }

export type Delivery = {
  /** Unparsed, since the signature is over the bytes. */
  body: Uint8Array
  signature: string | undefined
  /** Not signed: only a label for events that we do not act on. */
  name: string | undefined
}

const LONGEST_NAME = 100

const sent = z.object({ sender: z.object({ id: z.int() }) })

/**
 * Stores a webhook event and queues its processing. GitHub gets a success whatever comes of that. The same body
 * counts once, because ids and names in the headers are not signed.
 */
export async function receiveEvent(needs: Needs, delivery: Delivery): Promise<'new' | 'known'> {
  const { body, signature = '', name = '' } = delivery
  if (!isSigned(needs.webhookSecret, body, signature)) throw badSignature()

  // Read by SQL and stored in parts; the signature was over the bytes as they came.
  const text = storableJson(Buffer.from(body).toString())
  const parsed = parse(text)
  const event = {
    digest: createHash('sha256').update(body).digest('hex'),
    name: eventKind(parsed) ?? `other ${name.slice(0, LONGEST_NAME)}`.trim(),
    senderId: z.safeParse(sent, parsed).data?.sender.id ?? null,
    body: text,
  }

  return needs.db.as(theServer, async (sql) => {
    const id = await insertEvent(sql, event)
    if (id === null) return 'known'
    if (!(await countEvent(sql, id))) throw tooMuch()

    await sendJob(sql, 'take-github-event', { id })
    return 'new'
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

function isSigned(secret: string, body: Uint8Array, signature: string): boolean {
  const [, digits] = SIGNATURE.exec(signature) ?? []
  if (digits === undefined) return false
  const expected = createHmac('sha256', secret).update(body).digest()

  return timingSafeEqual(expected, Buffer.from(digits, 'hex'))
}

const badSignature = () => new AppError('bad_signature', 401, 'The signature does not match')

const notJson = () => new AppError('bad_request', 400, 'The body is not JSON')

const tooMuch = () =>
  new AppError('over_request_rate_limit', 429, 'Too much was sent today', { retryAfterS: 3600 })
