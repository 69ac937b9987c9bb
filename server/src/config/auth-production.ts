import type { AuthConfig } from './auth.ts'
import type { EnvironmentReader } from './environment.ts'

/** Printed in other people's documentation, so known to everybody. */
const WELL_KNOWN_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long'

/** What would let strangers in, or lock members out at the next start. */
export function refuseUnsafeAuth(env: EnvironmentReader, auth: AuthConfig) {
  const { keys } = auth

  if (!keys.jwtKeys && !keys.jwtSecret) env.problem('JWT_KEYS is missing')
  if (!keys.publishableKey && !keys.anonKey) env.problem('PUBLISHABLE_KEY is missing')
  if (keys.jwtSecret === WELL_KNOWN_SECRET) env.problem('JWT_SECRET is one that everybody knows')
  if (auth.testOtps.size > 0) env.problem('AUTH_TEST_OTPS does not belong in production')
  if (auth.rateLimitFactor === 0) {
    env.problem('AUTH_RATE_LIMIT_FACTOR=0 does not belong in production')
  }
  if (auth.autoconfirm && auth.adminEmails.length > 0) {
    env.problem(
      'ADMIN_EMAILS with AUTH_AUTOCONFIRM would make an admin of whoever types the address',
    )
  }
}
