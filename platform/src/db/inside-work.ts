import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<true>()
let running = 0

/** Marks work inside a transaction. Tracking slows every promise of the process, so it is on only while work runs. */
export async function insideWork<T>(work: () => Promise<T>): Promise<T> {
  running += 1
  try {
    return await storage.run(true, work)
  } finally {
    running -= 1
    if (running === 0) storage.disable()
  }
}

/** Refused at once instead of waiting for ever for the connection that its caller holds. */
export function refuseInsideWork(): void {
  if (running > 0 && storage.getStore())
    throw new Error('db.as inside db.as: the embedded database has one connection')
}
