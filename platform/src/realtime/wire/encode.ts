import type { Ref, Version } from './message.ts'
import { binaryFrame, textFrame } from './socket-frame.ts'

export type ServerMessage = {
  joinRef?: Ref
  ref?: Ref
  topic: string
  event: string
  payload: unknown
}

/** A message as a WebSocket frame. */
export function encodeMessage(version: Version, message: ServerMessage): Buffer {
  return encodeJson(version, { ...message, payload: JSON.stringify(message.payload) })
}

/** The same with a payload that is JSON text already. */
export function encodeJson(
  version: Version,
  { joinRef = null, ref = null, topic, event, payload }: ServerMessage & { payload: string },
): Buffer {
  const [t, e, r] = [topic, event, ref].map((value) => JSON.stringify(value))
  if (version === '1.0.0') {
    return textFrame(`{"topic":${t},"event":${e},"payload":${payload},"ref":${r}}`)
  }
  return textFrame(`[${JSON.stringify(joinRef)},${r},${t},${e},${payload}]`)
}

/** What subscribers of a channel get. */
export type Broadcast = {
  event: string
  /** JSON text with the ids of stored messages. */
  meta: string | null
} & (
  | { form: 'message' /** The whole payload as JSON text. */; text: string }
  | { form: 'json' | 'binary'; bytes: Buffer }
)

const USER_BROADCAST = 4
const LONGEST_STRING = 255

/** A broadcast as a WebSocket frame; null if this version cannot express it. */
export function encodeBroadcast(
  version: Version,
  topic: string,
  broadcast: Broadcast,
): Buffer | null {
  if (broadcast.form === 'message') {
    return encodeJson(version, { topic, event: 'broadcast', payload: broadcast.text })
  }
  const { event, meta, form, bytes } = broadcast
  const binary = version === '2.0.0' ? userBroadcast(topic, broadcast) : null
  if (binary || form === 'binary') return binary
  const e = JSON.stringify(event)
  const m = meta === null ? '' : `,"meta":${meta}`
  const payload = `{"event":${e},"payload":${bytes.toString()},"type":"broadcast"${m}}`

  return encodeJson(version, { topic, event: 'broadcast', payload })
}

function userBroadcast(
  topic: string,
  { event, meta, form, bytes }: Exclude<Broadcast, { form: 'message' }>,
): Buffer | null {
  const strings = [topic, event, meta ?? ''].map((text) => Buffer.from(text))
  const lengths = strings.map(({ length }) => length)
  if (lengths.some((length) => length > LONGEST_STRING)) return null
  const head = Buffer.from([USER_BROADCAST, ...lengths, form === 'json' ? 1 : 0])

  return binaryFrame(Buffer.concat([head, ...strings, bytes]))
}
