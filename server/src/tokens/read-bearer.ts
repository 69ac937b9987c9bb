import type { ApiKeys } from './api-keys.ts'
import type { Claims, Refusal, Tokens } from './open-tokens.ts'

export type Presented = { authorization: string | undefined; apikey: string | undefined }

export type Bearer =
  | { kind: 'nobody' }
  | { kind: 'refused'; reason: Refusal }
  | { kind: 'claims'; claims: Claims }

/**
 * Whose rights a request claims, by the same rules on every surface. A token in `Authorization` wins
 * over the key beside it. An opaque key stands for its role wherever it is written; a key that is a
 * token counts only where a bearer token belongs.
 */
export async function readBearer(
  { tokens, apiKeys }: { tokens: Tokens; apiKeys: ApiKeys },
  { authorization, apikey }: Presented,
): Promise<Bearer> {
  const bearer = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  const role = apiKeys.roleOfOpaque(bearer ?? (authorization === undefined ? (apikey ?? '') : ''))
  if (role) return { kind: 'claims', claims: { role } }
  if (bearer === undefined) return { kind: 'nobody' }

  const verdict = await tokens.read(bearer)
  return 'claims' in verdict
    ? { kind: 'claims', claims: verdict.claims }
    : { kind: 'refused', reason: verdict.refused }
}
