import { type Clock, secondsNow } from '#clock/clock.ts'
import { claimsRefused } from './jwt-errors.ts'

/** Clock skew between machines. */
const ALLOWED_SKEW_S = 30

/** Refuses claims with an invalid time or audience. Missing claims are not checked. */
export function judgeClaims(
  claims: Readonly<Record<string, unknown>>,
  audience: string | null,
  clock: Clock,
): void {
  const now = secondsNow(clock)
  const expires = timeIn(claims, 'exp')
  const begins = timeIn(claims, 'nbf')
  const issued = timeIn(claims, 'iat')

  if (expires !== undefined && now - ALLOWED_SKEW_S > expires) throw claimsRefused('JWT expired')
  if (begins !== undefined && now + ALLOWED_SKEW_S < begins)
    throw claimsRefused('JWT not yet valid')
  if (issued !== undefined && now + ALLOWED_SKEW_S < issued)
    throw claimsRefused('JWT issued at future')

  const audiences = audiencesIn(claims)
  if (audience !== null && audiences.length > 0 && !audiences.includes(audience)) {
    throw claimsRefused('JWT not in audience')
  }
}

function timeIn(claims: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = claims[name]
  if (value == null) return undefined
  if (typeof value !== 'number') throw claimsRefused(`The JWT '${name}' claim must be a number`)

  return Math.trunc(value)
}

function audiencesIn({ aud }: Readonly<Record<string, unknown>>): string[] {
  if (aud == null) return []
  const list: unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!list.every((one): one is string => typeof one === 'string')) {
    throw claimsRefused("The JWT 'aud' claim must be a string or an array of strings")
  }

  return list
}
