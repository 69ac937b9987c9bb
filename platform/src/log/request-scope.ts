import { AsyncLocalStorage } from 'node:async_hooks'
import type { Trace } from './trace.ts'

type Scope = { requestId: string | undefined; trace: Trace | undefined }

const asyncScope = new AsyncLocalStorage<Scope>()
let running = 0
let syncScope: Scope | undefined

const currentScope = (): Scope | undefined => syncScope ?? asyncScope.getStore()

/** The id of the request to which the running code belongs. */
export const currentRequest = (): string | undefined => currentScope()?.requestId

/** The trace of the request or job to which the running code belongs. */
export const currentTrace = (): Trace | undefined => currentScope()?.trace

/** What a log line says of its request or job. */
export function scopeFields(): { requestId?: string; traceId?: string } {
  const scope = currentScope()
  if (!scope) return {}

  return {
    ...(scope.requestId !== undefined && { requestId: scope.requestId }),
    ...(scope.trace && { traceId: scope.trace.traceId }),
  }
}

/**
 * Log lines inside carry this request's id, until the work has settled. On Node 20 an async context slows every promise of the process, so
 * it is enabled only while needed.
 */
export const inRequest = (
  requestId: string,
  work: () => Promise<unknown>,
  trace?: Trace,
): Promise<void> => inScope({ requestId, trace }, work)

/** The same for work that no request waits for. */
export const inTrace = (trace: Trace, work: () => Promise<unknown>): Promise<void> =>
  inScope({ requestId: undefined, trace }, work)

async function inScope(scope: Scope, work: () => Promise<unknown>): Promise<void> {
  running += 1
  try {
    await asyncScope.run(scope, work)
  } finally {
    running -= 1
    if (running === 0) asyncScope.disable()
  }
}

/** The same for synchronous work, such as writing a log line, without a context. */
export function withRequestId<T>(requestId: string, work: () => T, trace?: Trace): T {
  const outer = syncScope
  syncScope = { requestId, trace }
  try {
    return work()
  } finally {
    syncScope = outer
  }
}
