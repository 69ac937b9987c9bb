import { isObject } from '#realtime/wire/message.ts'
import type { Addressed } from './sender.ts'

type Errors = Record<string, string[]>

/** The messages of a batch, or what is wrong with them. */
export function readMessages(
  text: string,
  payloadBytes: number,
): { messages: Addressed[] } | { errors: { messages: unknown } } {
  const body = parsed(text)
  const given = isObject(body) ? body.messages : undefined
  if (!Array.isArray(given)) return { errors: { messages: ["can't be blank"] } }
  const errors = given.map((message) => errorsOf(message, payloadBytes))
  if (errors.some((one) => Object.keys(one).length > 0)) return { errors: { messages: errors } }

  return { messages: given.map(addressed) }
}

function errorsOf(message: unknown, payloadBytes: number): Errors {
  if (!isObject(message)) return { message: ['is invalid'] }
  const errors: Errors = {}
  for (const name of ['topic', 'event'] as const) {
    const value = message[name]
    if (value === undefined || value === null || value === '') errors[name] = ["can't be blank"]
    else if (typeof value !== 'string' || value.includes('\u0000')) errors[name] = ['is invalid']
  }
  const { payload, private: isPrivate } = message
  if (payload === undefined || payload === null) errors.payload = ["can't be blank"]
  else if (!isObject(payload)) errors.payload = ['is invalid']
  else if (Buffer.byteLength(JSON.stringify(payload)) > payloadBytes) {
    errors.payload = ['Payload size exceeds the limit']
  }
  if (isPrivate !== undefined && isPrivate !== null && typeof isPrivate !== 'boolean') {
    errors.private = ['is invalid']
  }
  return errors
}

function addressed(message: Record<string, unknown>): Addressed {
  const { topic, payload } = message
  const event = String(message.event)
  const text = JSON.stringify({ type: 'broadcast', event, payload })

  return {
    topic: String(topic),
    isPrivate: message.private === true,
    broadcast: { form: 'message', event, meta: null, text },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
