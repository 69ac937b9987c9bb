import { AsyncLocalStorage } from 'node:async_hooks'

/** The databases in whose transactions the caller is. A copy from one to another is in two. */
const storage = new AsyncLocalStorage<readonly object[]>()
let running = 0

/** Marks work inside a transaction. Async tracking slows every promise of the process, so it is enabled only during work. */
export async function insideWork<T>(database: object, work: () => Promise<T>): Promise<T> {
  running += 1
  try {
    return await storage.run([...(storage.getStore() ?? []), database], work)
  } finally {
    running -= 1
    if (running === 0) storage.disable()
  }
}

/** Throws immediately, because waiting for the connection that the caller itself holds would never end. */
export function refuseInsideWork(database: object): void {
  if (running > 0 && storage.getStore()?.includes(database))
    throw new Error('db.as inside db.as: the embedded database has one connection')
}
