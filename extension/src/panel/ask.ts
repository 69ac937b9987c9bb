import type { Answers } from '#worker/answers.ts'

type Reply = { value?: unknown; error?: { code: string | null } }

/** The worker refused, or could not reach the server. */
class WorkerError extends Error {
  override readonly name = 'WorkerError'
  readonly code: string | null

  constructor(code: string | null) {
    super(code ?? 'unexpected')
    this.code = code
  }
}

/** Sends a request to the worker. Chrome starts it if it has ended. */
export async function ask<Name extends keyof Answers>(
  name: Name,
  ...args: Parameters<Answers[Name]>
): Promise<Awaited<ReturnType<Answers[Name]>>> {
  const { value, error }: Reply = await chrome.runtime.sendMessage({ kind: 'ask', name, args })
  if (error) throw new WorkerError(error.code)

  return value as Awaited<ReturnType<Answers[Name]>>
}
