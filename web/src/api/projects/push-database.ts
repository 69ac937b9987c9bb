import type { Journal } from '@app/sync/journal'
import { queryOptions } from '@tanstack/react-query'

/** A page that is being closed releases its push within this time. */
const FREE_AFTER_MS = 1000

/** The target of a push whose page was closed before it ended; null if there is none. */
export const interruptedPushQuery = (userId: string, projectId: string) =>
  queryOptions({
    queryKey: ['interrupted-push', userId, projectId],
    queryFn: async () => {
      const { alone, read } = pushRecord<{ journal: Journal }>(userId, projectId)
      const found = await alone(read, { signal: AbortSignal.timeout(FREE_AFTER_MS) })
      return found?.journal.comparison.target ?? null
    },
    // A browser may refuse to store anything.
    retry: false,
    gcTime: 0,
  })

/** A record in this browser that survives a reload: an unfinished push. */
export function pushRecord<Push>(userId: string, projectId: string) {
  const inStore = async <Value>(
    mode: IDBTransactionMode,
    work: (pushes: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value> => ask(await open(`pushes-${userId}`), mode, work)

  return {
    read: async () =>
      (await inStore<Push | undefined>('readonly', (pushes) => pushes.get(projectId))) ?? null,
    write: async (push: Push) => {
      await inStore('readwrite', (pushes) => pushes.put(push, projectId))
    },
    remove: async () => {
      await inStore('readwrite', (pushes) => pushes.delete(projectId))
    },
    /** Runs while no other page of this browser pushes the project, or to the repository. */
    alone: <Result>(
      work: () => Promise<Result>,
      { repo, signal }: { repo?: string; signal: AbortSignal },
    ): Promise<Result> =>
      inTurn(`push-of-${userId}-${projectId}`, signal, () =>
        repo ? inTurn(`push-to-${repo.toLowerCase()}`, signal, work) : work(),
      ),
  }
}

/** Insecure pages have no Web Locks; then GitHub accepts only one of two concurrent commits. */
async function inTurn<Result>(
  name: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(name, { signal }, work) : work()
}

function ask<Value>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  work: (pushes: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    // Strict durability: stored state must not lag behind what was sent.
    const transaction = database.transaction('pushes', mode, { durability: 'strict' })
    const request = work(transaction.objectStore('pushes'))
    transaction.oncomplete = () => {
      database.close()
      resolve(request.result)
    }
    transaction.onabort = () => {
      database.close()
      reject(transaction.error)
    }
  })
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('pushes')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
