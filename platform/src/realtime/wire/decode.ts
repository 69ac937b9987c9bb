import { type ClientMessage, isObject, type Ref, type Version } from './message.ts'

/** Parses a text frame; null if it is malformed. */
export function decodeText(version: Version, text: string): ClientMessage | null {
  const value = parsed(text)
  if (version === '2.0.0') {
    if (!Array.isArray(value) || value.length !== 5) return null
    const [joinRef, ref, topic, event, payload] = value

    return messageOf({ joinRef, ref, topic, event, payload })
  }
  if (!isObject(value)) return null
  const { topic, event, payload, ref, join_ref: joinRef = null } = value

  return messageOf({ joinRef, ref, topic, event, payload })
}

const PUSH = 3
const HEADER_BYTES = 7
const JSON_ENCODING = 1

/** Parses a binary broadcast of version 2.0.0; null if it is malformed. */
export function decodeBinary(version: Version, frame: Buffer): ClientMessage | null {
  if (version !== '2.0.0' || frame.length < HEADER_BYTES || frame[0] !== PUSH) return null
  const encoding = frame[6] ?? 0
  if (encoding > JSON_ENCODING) return null
  const strings: string[] = []
  let at = HEADER_BYTES
  for (let i = 1; i <= 5; i++) {
    const end = at + (frame[i] ?? 0)
    if (end > frame.length) return null
    const text = utf8(frame.subarray(at, end))
    // No text of the database can have a zero character.
    if (text === null || text.includes('\u0000')) return null
    strings.push(text)
    at = end
  }
  const [joinRef = '', ref = '', topic = '', event = ''] = strings
  const bytes = frame.subarray(at)
  const isJson = encoding === JSON_ENCODING
  // Receivers of version 1.0.0 get it as part of a JSON text.
  if (isJson && !isJsonText(bytes)) return null

  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event },
    user: { isJson, bytes },
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })

function utf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

function isJsonText(bytes: Buffer): boolean {
  const text = utf8(bytes)

  return text !== null && parsed(text) !== undefined
}

function messageOf(parts: Record<keyof Omit<ClientMessage, 'user'>, unknown>) {
  const { joinRef, ref, topic, event, payload } = parts
  if (!isRef(joinRef) || !isRef(ref)) return null
  if (typeof topic !== 'string' || typeof event !== 'string' || topic.includes('\u0000'))
    return null
  if (payload !== null && payload !== undefined && !isObject(payload)) return null

  return {
    joinRef: joinRef ?? null,
    ref: ref ?? null,
    topic,
    event,
    payload: payload ?? {},
    user: null,
  }
}

const LONGEST_REF = 255

const isRef = (value: unknown): value is Ref | undefined =>
  value === null ||
  value === undefined ||
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= LONGEST_REF)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
