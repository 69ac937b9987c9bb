import type { RecordPullBody } from '@app/contract/record-pull'
import type { RecordPushBody } from '@app/contract/record-push'
import { FunctionError } from '#api/calls/call-function.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { readConfigScript } from '#config/config-script.ts'
import { functionAddress, ownFetch, withKey } from './own-session.ts'

export async function recordPush(push: RecordPushBody): Promise<void> {
  await askFunction('record-push', recordedReply, push)
}

export async function recordPull(pull: RecordPullBody): Promise<void> {
  await askFunction('record-pull', recordedReply, pull)
}

/** Has the interface of a schema. The contract's would bring the whole body's schema into the page. */
const recordedReply = {
  parse(reply: unknown): void {
    if (Object(reply).success !== true) throw new TypeError('not the reply to a record')
  },
}

/** Calls a server function with the simulator's own session. */
export async function askFunction<Reply>(
  name: string,
  schema: { parse: (reply: unknown) => Reply },
  body: object,
): Promise<Reply> {
  const answer = await ownFetch(functionAddress(name), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const reply: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw new FunctionError(answer.status, Object(reply))

  return schema.parse(reply)
}

/** Calls the data API with the simulator's own session; null without content. */
export async function askRows(address: string, init: RequestInit = {}): Promise<unknown> {
  return (await askRowsDated(address, init)).rows
}

/** The same, with the server's time of the answer; null where the page may not read it. */
export async function askRowsDated(address: string, init: RequestInit = {}) {
  const answer = await ownFetch(`${readConfigScript().apiUrl}/rest/v1/${address}`, {
    ...init,
    headers: withKey({
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...(init.headers as Record<string, string> | undefined),
    }),
  })
  const rows: unknown = await answer.json().catch(() => null)
  if (!answer.ok) {
    const { code, message } = Object(rows) as Record<string, unknown>
    throw new CodedError(String(code ?? ''), String(message ?? ''))
  }
  const date = answer.headers.get('date')

  return { rows, serverNow: date ? Date.parse(date) : null }
}
