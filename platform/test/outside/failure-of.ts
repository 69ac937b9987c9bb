import { expect } from 'vitest'
import { ProviderError } from '#outside/provider-error.ts'

/** The failure of a call to a provider; that it fails is part of the test. */
export async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ProviderError)

  return failure as ProviderError
}

/** Everything that a log could show of it. */
export const wordsOf = (error: ProviderError): string =>
  [error.stack, JSON.stringify(error), String(error.cause)].join('\n')
