import { id } from '@app/contract/id'
import type { Caller } from '#realtime/access/read-token.ts'

export type Member = { userId: string; sessionId: string | null }

/** The account and session of a token; null for keys and for people whom another service knows. */
export function memberOf({ claims }: Caller): Member | null {
  const userId = id.safeParse(claims.sub).data
  if (userId === undefined) return null

  return { userId, sessionId: id.safeParse(claims.session_id).data ?? null }
}
