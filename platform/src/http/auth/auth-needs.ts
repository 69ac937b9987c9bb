import type { Context } from 'hono'
import type { RequestContext } from '#http/frame/context.ts'
import type { Identity } from '#identity/identity.ts'
import type { Log } from '#log/log.ts'
import type { ApiKeys } from '#tokens/api-keys.ts'

/** The dependencies of the auth routes. */
export type AuthNeeds = {
  identity: Identity
  apiKeys: ApiKeys
  requireApiKey: boolean
  /** null if captchas are disabled. */
  isHuman: ((captchaToken: string, clientAddress: string) => Promise<boolean>) | null
  log: Log
  /** Counts an answered call, by names from closed lists. */
  countEvent: (action: string, outcome: string) => void
}

export type AuthContext = Context<RequestContext>

/** A route: parses, calls one verb, renders. */
export type Route = (needs: AuthNeeds) => (c: AuthContext) => Promise<Response>
