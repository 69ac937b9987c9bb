import type { AuthConfig } from './auth.ts'
import type { EnvironmentReader } from './environment.ts'

/** What would let attackers in, or lock users out at the next start. */
export function refuseUnsafeAuth(env: EnvironmentReader, auth: AuthConfig) {
  const { keys } = auth

  if (!keys.jwtKeys && !keys.jwtSecret) env.problem('JWT_KEYS is missing')
  if (!keys.publishableKey && !keys.anonKey) env.problem('PUBLISHABLE_KEY is missing')
  if (auth.testOtps.size > 0) env.problem('AUTH_TEST_OTPS does not belong in production')
  if (auth.rateLimitFactor === 0) {
    env.problem('AUTH_RATE_LIMIT_FACTOR=0 does not belong in production')
  }
}
