import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { storableJson } from '@app/contract/storable'
import * as z from 'zod/mini'
import { eventKind } from './event-kind.ts'
import { type ReadEvent, readEvent } from './read-event.ts'

/** A body as it came: the signature is over its bytes. */
export type SignedBody = { body: Uint8Array; secret: string; signature: string }

export type CheckedBody =
  | { kind: 'not_signed' }
  | { kind: 'not_json' }
  | {
      kind: 'checked'
      digest: string
      /** Of a kind that we act on. */
      name: string | null
      senderId: number | null
      /** As it can be stored. */
      text: Uint8Array
    }

const sent = z.object({ sender: z.object({ id: z.int() }) })

export function checkBody({ body, secret, signature }: SignedBody): CheckedBody {
  if (!isSigned(secret, body, signature)) return { kind: 'not_signed' }
  const given = Buffer.from(body.buffer, body.byteOffset, body.length).toString()
  // Read by SQL and stored in parts.
  const text = storableJson(given)
  const parsed = parse(text)
  if (parsed === undefined) return { kind: 'not_json' }

  return {
    kind: 'checked',
    digest: createHash('sha256').update(body).digest('hex'),
    name: eventKind(parsed),
    senderId: z.safeParse(sent, parsed).data?.sender.id ?? null,
    text: new Uint8Array(Buffer.from(text)),
  }
}

/** Events of earlier releases were stored as they came. */
export const readStored = (text: string): ReadEvent | null =>
  readEvent(JSON.parse(storableJson(text)))

/** undefined, which no JSON is, for anything else. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

function isSigned(secret: string, body: Uint8Array, signature: string): boolean {
  const [, digits] = SIGNATURE.exec(signature) ?? []
  if (digits === undefined) return false
  const expected = createHmac('sha256', secret).update(body).digest()

  return timingSafeEqual(expected, Buffer.from(digits, 'hex'))
}
