import { CodedError } from '#api/errors/coded-error.ts'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { readConfigScript } from '#config/config-script.ts'

type Call = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; body?: object }

/** Calls to the identity service that its client library lacks. */
export async function askIdentity<Reply>(path: string, call: Call = {}): Promise<Reply> {
  const { method = 'GET', body } = call
  const answer = await authorizedFetch(`${readConfigScript().apiUrl}/auth/v1/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      // Without this header, errors have the old format with a numeric code.
      'x-supabase-api-version': '2024-01-01',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = await answer.json().catch(() => ({}))

  if (!answer.ok) throw new CodedError(reply.code ?? '', reply.message)
  return reply
}
