import type { Identity } from '#identity/identity.ts'

/** What other parts of the server decide by. A hook's answer cannot change or remove them. */
const KEPT = [
  'iss',
  'sub',
  'aud',
  'exp',
  'role',
  'aal',
  'amr',
  'session_id',
  'is_anonymous',
  'client_id',
  'scope',
] as const

type Claims = Record<string, unknown> & { sub: string }

/** The claims of an access token, as the operator's hook wants them. */
export async function customClaims(
  { authHooks }: Pick<Identity, 'authHooks'>,
  claims: Claims,
  authenticationMethod: string,
): Promise<Claims> {
  if (!authHooks.customAccessToken) return claims
  const { claims: wanted } = await authHooks.customAccessToken({
    user_id: claims.sub,
    claims,
    authentication_method: authenticationMethod,
  })
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return claims

  const free = Object.entries(wanted).filter(([name]) => !isKept(name) && name !== 'iat')
  const kept = Object.entries(claims).filter(([name]) => isKept(name))
  return { ...Object.fromEntries([...free, ...kept]), sub: claims.sub }
}

const isKept = (name: string) => KEPT.some((one) => one === name)
