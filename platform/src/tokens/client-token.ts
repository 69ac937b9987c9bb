import type { DataScope } from '@app/contract/oauth'
import type { Claims } from './open-tokens.ts'

/** Issued to an OAuth client: an access token or an id token. */
export const isClientToken = ({ client_id }: Claims): boolean => client_id !== undefined

/**
 * Whether the token opens what this scope opens. The OAuth server gives these scopes to first-party clients only. A token of a user's own
 * session opens everything.
 */
export function opens({ scope, client_id }: Claims, wanted: DataScope): boolean {
  if (client_id === undefined) return true

  return typeof scope === 'string' && scope.split(' ').includes(wanted)
}

/** Reading and changing are two scopes, told apart by the method. */
export const scopeFor = (method: string): DataScope =>
  method === 'GET' || method === 'HEAD' ? 'sync:read' : 'sync:write'
