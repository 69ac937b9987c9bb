import { channel } from 'node:diagnostics_channel'

/** Publishes every finished call, for monitoring third parties. */
export const outsideCalls = channel('platform:outside-call')

export type OutsideCall =
  | { provider: string; seconds: number; status: number }
  /** No answer, or an unusable one; the reason contains no secret. */
  | { provider: string; seconds: number; failure: string }

/** Publishes the outcome of a call, which lasts until its answer was read. */
export async function published<Answer extends { status: number }>(
  provider: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const began = performance.now()
  const publish = (outcome: { status: number } | { failure: string }) => {
    const seconds = (performance.now() - began) / 1000
    outsideCalls.publish({ provider, seconds, ...outcome } satisfies OutsideCall)
  }

  try {
    const answer = await call()
    publish({ status: answer.status })
    return answer
  } catch (error) {
    publish({ failure: error instanceof Error ? error.message : String(error) })
    throw error
  }
}
