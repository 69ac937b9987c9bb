import type { Client } from '#identity/client.ts'
import type { Call } from './server-function.ts'

const LONGEST_USER_AGENT = 500

/** From where a call comes, for the audit log. */
export const clientOf = ({
  request,
  clientAddress: address,
}: Pick<Call, 'request' | 'clientAddress'>): Client => ({
  address,
  userAgent: (request.headers.get('user-agent') ?? '').slice(0, LONGEST_USER_AGENT),
})
