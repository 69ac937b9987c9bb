import type { ApiKeys, ApiRole } from './api-keys.ts'
import type { Claims, Refusal, Tokens } from './open-tokens.ts'

export type Presented = { authorization: string | undefined; apikey: string | undefined }

/** What every surface takes. The claim becomes a database role, so no other name may pass. */
export const API_ROLES: readonly unknown[] = ['anon', 'authenticated', 'service_role']

/** Signed by us, for a role that no caller may have. */
export type BearerRefusal = Refusal | 'of an unknown role'

export type Bearer =
  | { kind: 'nobody' }
  | { kind: 'refused'; reason: BearerRefusal }
  | { kind: 'claims'; claims: Claims }

/**
 * Whose rights a request claims, by the same rules on every surface. A token in `Authorization` wins
 * over the key beside it. An opaque key stands for its role there, and the secret one also alone; the
 * publishable one alone, like any other key, only says that the caller knows us.
 */
export async function readBearer(
  { tokens, apiKeys }: { tokens: Tokens; apiKeys: ApiKeys },
  { authorization, apikey = '' }: Presented,
  roles = API_ROLES,
): Promise<Bearer> {
  if (authorization === undefined) {
    return apiKeys.roleOfOpaque(apikey) === 'service_role' ? inRole('service_role') : NOBODY
  }
  const bearer = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (bearer === undefined) return NOBODY

  const role = apiKeys.roleOfOpaque(bearer)
  if (role) return inRole(role)
  const verdict = await tokens.read(bearer)
  if ('refused' in verdict) return { kind: 'refused', reason: verdict.refused }

  const { claims } = verdict
  // A token that names no role is a visitor's.
  return claims.role === undefined || roles.includes(claims.role)
    ? { kind: 'claims', claims }
    : { kind: 'refused', reason: 'of an unknown role' }
}

const NOBODY: Bearer = { kind: 'nobody' }

const inRole = (role: ApiRole): Bearer => ({ kind: 'claims', claims: { role } })
