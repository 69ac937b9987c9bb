import type { ApiKeys, ApiRole } from './api-keys.ts'
import type { Claims, Refusal, Tokens } from './open-tokens.ts'

export type Presented = { authorization: string | undefined; apikey: string | undefined }

export type Bearer =
  | { kind: 'nobody' }
  | { kind: 'refused'; reason: Refusal }
  | { kind: 'claims'; claims: Claims }

/**
 * Whose rights a request claims, by the same rules on every surface. A token in `Authorization` wins
 * over the key beside it. An opaque key stands for its role there, and the secret one also alone; the
 * publishable one alone, like any other key, only says that the caller knows us.
 */
export async function readBearer(
  { tokens, apiKeys }: { tokens: Tokens; apiKeys: ApiKeys },
  { authorization, apikey = '' }: Presented,
): Promise<Bearer> {
  if (authorization === undefined) {
    return apiKeys.roleOfOpaque(apikey) === 'service_role' ? inRole('service_role') : NOBODY
  }
  const bearer = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (bearer === undefined) return NOBODY

  const role = apiKeys.roleOfOpaque(bearer)
  if (role) return inRole(role)
  const verdict = await tokens.read(bearer)
  return 'claims' in verdict
    ? { kind: 'claims', claims: verdict.claims }
    : { kind: 'refused', reason: verdict.refused }
}

const NOBODY: Bearer = { kind: 'nobody' }

const inRole = (role: ApiRole): Bearer => ({ kind: 'claims', claims: { role } })
