export type Version = '1.0.0' | '2.0.0'

/** Clients count; other values are returned as they came. */
export type Ref = string | number | null

export type Payload = Readonly<Record<string, unknown>>

/** A broadcast whose payload is forwarded as bytes, without its form being known. */
export type UserPayload = { isJson: boolean; bytes: Buffer }

export type ClientMessage = {
  joinRef: Ref
  ref: Ref
  topic: string
  event: string
  payload: Payload
  /** For binary broadcasts only; `payload` then has `type` and `event`. */
  user: UserPayload | null
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
