import type { AuthConfig } from './auth.ts'
import type { EnvironmentReader } from './environment.ts'

/** What would let strangers in, or lock members out at the next start. */
export function refuseUnsafeAuth(env: EnvironmentReader, auth: AuthConfig) {
  const { keys } = auth

  if (!keys.jwtKeys && !keys.jwtSecret) env.problem('JWT_KEYS is missing')
  if (!keys.publishableKey && !keys.anonKey) env.problem('PUBLISHABLE_KEY is missing')
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
