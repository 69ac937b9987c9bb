import { readConfigScript } from '#config/config-script.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { CodedError } from './coded-error.ts'

type Call = { method?: 'GET' | 'POST' | 'DELETE'; body?: object }

/** A server function said no. `reply` is all it said: some say more than a code and a sentence. */
export class FunctionError extends CodedError {
  readonly status: number
  readonly reply: Readonly<Record<string, unknown>>

  constructor(status: number, reply: Readonly<Record<string, unknown>>) {
    super(asText(reply.code), asText(reply.error))
    this.status = status
    this.reply = reply
  }
}

/** Calls a server function as whoever is signed in. */
export async function callFunction<Reply>(name: string, call: Call = {}): Promise<Reply> {
  const { method = 'POST', body } = call
  const answer = await authorizedFetch(`${readConfigScript().apiUrl}/functions/v1/${name}`, {
    method,
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  // A proxy on the way may answer with a page.
  const reply = await answer.json().catch(() => ({}))

  if (!answer.ok) throw new FunctionError(answer.status, reply)
  return reply
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')
