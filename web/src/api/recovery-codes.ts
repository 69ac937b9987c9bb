import { readConfigScript } from '#config/config-script.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { CodedError } from './coded-error.ts'

type Tokens = { access_token: string; refresh_token: string }

/** Our own call: the client library has none for recovery codes. */
export async function redeemRecoveryCode(code: string): Promise<Tokens> {
  const answer = await authorizedFetch(
    `${readConfigScript().apiUrl}/auth/v1/factors/recovery-codes/verify`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // Without it the error comes in the old shape, whose code is a number.
        'x-supabase-api-version': '2024-01-01',
      },
      body: JSON.stringify({ code }),
    },
  )
  const reply = (await answer.json()) as Tokens & { code?: string; message?: string }

  if (!answer.ok) throw new CodedError(reply.code ?? '', reply.message)
  return reply
}
