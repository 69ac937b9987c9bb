import { createHash, createHmac, timingSafeEqual, webcrypto } from 'node:crypto'
import { storableJson } from '@app/contract/storable'
import * as z from 'zod/mini'
import { eventKind } from './event-kind.ts'
import { type ReadEvent, readEvent } from './read-event.ts'

const { subtle } = webcrypto

/** A body exactly as received, because the signature covers its bytes. */
export type SignedBody = { body: Uint8Array; secrets: readonly string[]; signature: string }

export type CheckedBody =
  | { kind: 'not_signed' }
  | { kind: 'not_json' }
  /** Signed, and left to its job for parsing. */
  | { kind: 'unread'; digest: string; text: Uint8Array }
  | {
      kind: 'checked'
      digest: string
      /** Set for kinds that we process. */
      name: string | null
      senderId: number | null
      /** The text in storable form. */
      text: Uint8Array
    }

const sent = z.object({ sender: z.object({ id: z.int() }) })

export function checkBody({ body, secrets, signature }: SignedBody): CheckedBody {
  if (!secrets.some((secret) => isSigned(secret, body, signature))) return { kind: 'not_signed' }
  const raw = Buffer.from(body.buffer, body.byteOffset, body.length).toString()
  // SQL reads single fields of it, so it has to be storable as JSON.
  const text = storableJson(raw)
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

/** Earlier releases stored events unchanged. */
export const readStored = (text: string): ReadEvent | null =>
  readEvent(JSON.parse(storableJson(text)))

/** undefined if parsing fails; no JSON value is undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

const signedDigest = (signature: string): Buffer | null => {
  const [, digits] = SIGNATURE.exec(signature) ?? []

  return digits === undefined ? null : Buffer.from(digits, 'hex')
}

function isSigned(secret: string, body: Uint8Array, signature: string): boolean {
  const received = signedDigest(signature)
  if (!received) return false

  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), received)
}

/** The same as `isSigned` in Node's own thread pool, because anybody can send such bodies. */
export async function isSignedLarge({ body, secrets, signature }: SignedBody): Promise<boolean> {
  const received = signedDigest(signature)
  if (!received) return false
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  for (const secret of secrets) {
    const key = await subtle.importKey('raw', Buffer.from(secret), hmac, false, ['verify'])
    if (await subtle.verify('HMAC', key, received, body)) return true
  }

  return false
}

export const largeDigest = async (body: Uint8Array): Promise<string> =>
  Buffer.from(await subtle.digest('SHA-256', body)).toString('hex')
