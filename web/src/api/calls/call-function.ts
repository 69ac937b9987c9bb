import { CodedError } from '#api/errors/coded-error.ts'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { readConfigScript } from '#config/config-script.ts'

type Call = { method?: 'GET' | 'POST' | 'DELETE'; body?: object }

/** A schema of the contract. */
type ReplySchema<Reply> = { parse: (reply: unknown) => Reply }

/** The code of a reply that does not match the contract. */
export const UNEXPECTED_REPLY = 'unexpected_reply'

/** A server function refused the call. `reply` is its whole answer, because some contain more than code and message. */
export class FunctionError extends CodedError {
  readonly status: number
  readonly reply: Readonly<Record<string, unknown>>

  constructor(status: number, reply: Readonly<Record<string, unknown>>) {
    super(asText(reply.code), asText(reply.error))
    this.status = status
    this.reply = reply
  }
}

/** Calls a server function as the member, or as a visitor without a session. */
export async function callFunction<Reply>(
  name: string,
  schema: ReplySchema<Reply>,
  { method = 'POST', body }: Call = {},
): Promise<Reply> {
  const answer = await authorizedFetch(`${readConfigScript().apiUrl}/functions/v1/${name}`, {
    method,
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  // A proxy may answer with an HTML page instead of JSON.
  const reply: unknown = await answer.json().catch(() => null)

  if (!answer.ok) throw new FunctionError(answer.status, Object(reply))
  try {
    return schema.parse(reply)
  } catch (cause) {
    throw new CodedError(UNEXPECTED_REPLY, '', { cause })
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')
