import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<true>()
let running = 0

/** Marks work inside a transaction. Async tracking slows every promise of the process, so it is enabled only during work. */
export async function insideWork<T>(work: () => Promise<T>): Promise<T> {
  running += 1
  try {
    return await storage.run(true, work)
  } finally {
    running -= 1
    if (running === 0) storage.disable()
  }
}

/** Throws immediately, because waiting for the connection that the caller itself holds would never end. */
export function refuseInsideWork(): void {
  if (running > 0 && storage.getStore())
    throw new Error('db.as inside db.as: the embedded database has one connection')
}
