import { AsyncLocalStorage } from 'node:async_hooks'

type RequestScope = { requestId: string }

const asyncScope = new AsyncLocalStorage<RequestScope>()
let running = 0
let syncScope: RequestScope | undefined

/** The request to which the running code belongs. */
export const currentRequest = (): RequestScope | undefined => syncScope ?? asyncScope.getStore()

/**
 * Log lines inside carry this request's id, until the work has settled. On Node 20 an async context slows every promise of the process, so
 * it is enabled only while needed.
 */
export async function inRequest(requestId: string, work: () => Promise<unknown>): Promise<void> {
  running += 1
  try {
    await asyncScope.run({ requestId }, work)
  } finally {
    running -= 1
    if (running === 0) asyncScope.disable()
  }
}

/** The same for synchronous work, such as writing a log line, without a context. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  const outer = syncScope
  syncScope = { requestId }
  try {
    return work()
  } finally {
    syncScope = outer
  }
}
