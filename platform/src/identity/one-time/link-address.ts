import type { SiteLink } from '#mail/layout/site-link.ts'
import type { VerificationType } from './code-kinds.ts'

type Parts = { token: string; type: VerificationType; redirectTo: string }

/** A mailed link points to this service, which redirects. */
export const verifyLink = ({ token, type, redirectTo }: Parts): SiteLink => ({
  on: 'api',
  path: '/auth/v1/verify',
  query: { token, type, redirect_to: redirectTo },
})

/** The same link as text. The target stays unencoded if that is safe, because clients compare it. */
export function verifyAddress(apiUrl: string, { token, type, redirectTo }: Parts): string {
  const target = /[&=#%+\s]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo

  return `${apiUrl}/auth/v1/verify?token=${token}&type=${type}&redirect_to=${target}`
}
