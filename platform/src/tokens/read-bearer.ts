import type { ApiKeys, ApiRole } from './api-keys.ts'
import type { Claims, Refusal, Tokens, Verdict } from './open-tokens.ts'

export type Presented = { authorization: string | undefined; apikey: string | undefined }

/** The roles that all surfaces accept. The claim becomes a database role, so other names are refused. */
export const API_ROLES: readonly unknown[] = ['anon', 'authenticated', 'service_role']

/** Includes a valid token with a role that no caller may have. */
export type BearerRefusal = Refusal | 'of an unknown role'

export type Bearer =
  | { kind: 'nobody' }
  | { kind: 'refused'; reason: BearerRefusal }
  | { kind: 'claims'; claims: Claims }

/**
 * The identity that a request claims, by the same rules for every surface. A token in `Authorization` takes precedence over the API key. An
 * opaque key there gives its role; in `apikey` alone, only the secret key does. Returns no promise if none is needed, because every request
 * is read here.
 */
export function readBearer(
  { tokens, apiKeys }: { tokens: Tokens; apiKeys: ApiKeys },
  { authorization, apikey = '' }: Presented,
  roles = API_ROLES,
): Bearer | Promise<Bearer> {
  if (authorization === undefined) {
    return apiKeys.roleOfOpaque(apikey) === 'service_role' ? inRole('service_role') : NOBODY
  }
  const bearer = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (bearer === undefined) return NOBODY

  const role = apiKeys.roleOfOpaque(bearer)
  if (role) return inRole(role)
  const verdict = tokens.read(bearer)
  return verdict instanceof Promise
    ? verdict.then((read) => bearerOf(read, roles))
    : bearerOf(verdict, roles)
}

const NOBODY: Bearer = { kind: 'nobody' }

const inRole = (role: ApiRole): Bearer => ({ kind: 'claims', claims: { role } })

function bearerOf(verdict: Verdict, roles: readonly unknown[]): Bearer {
  if ('refused' in verdict) return { kind: 'refused', reason: verdict.refused }
  const { claims } = verdict

  // A token without a role is anonymous.
  return claims.role === undefined || roles.includes(claims.role)
    ? { kind: 'claims', claims }
    : { kind: 'refused', reason: 'of an unknown role' }
}
