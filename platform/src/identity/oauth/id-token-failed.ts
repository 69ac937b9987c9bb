import { IdTokenError, type IdTokenProblem } from '#outside/id-token-error.ts'
import { IdTokenRefused } from './errors.ts'
import { providerFailed } from './provider-failed.ts'

type Refusal = (audience: readonly string[]) => IdTokenRefused

const REFUSALS: Record<IdTokenProblem, Refusal> = {
  not_verified: () => new IdTokenRefused('invalid request', 'Bad ID token'),
  wrong_audience: (audience) =>
    new IdTokenRefused(
      'invalid request',
      `Unacceptable audience in id_token: [${audience.join(' ')}]`,
    ),
  nonce_missing: () =>
    new IdTokenRefused(
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    ),
  wrong_nonce: () => new IdTokenRefused('invalid nonce', 'Nonces mismatch'),
}

/** Converts an id token's problem to the error that clients know. Used in `catch`: it always throws. */
export function idTokenFailed(error: unknown): never {
  if (error instanceof IdTokenError) throw REFUSALS[error.problem](error.audience)

  return providerFailed(error)
}
