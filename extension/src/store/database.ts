import type { StoredPush } from '@app/sync-panels/push-state'

/** The project files from the builder's last export. */
export type Capture = { zip: Blob; sha256: string; at: number }

/** `since` is the confirmation; its journal is dated anew at each step. */
export type KeptPush = StoredPush & { since: number }

type Stores = { captures: Capture; pushes: KeptPush }

const NAME = 'gitferry'

/** Too large for the settings storage; both are stored by project id. */
export const captures = table('captures')
export const pushes = table('pushes')

/** The key for a ZIP that the user chose or dropped; no project has such an id. */
export const givenId = (project: string) => `given ${project}`

function table<Name extends keyof Stores>(name: Name) {
  type Value = Stores[Name]
  const inStore = <Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ) => ask(name, mode, work)

  return {
    read: async (id: string) =>
      (await inStore<Value | undefined>('readonly', (store) => store.get(id))) ?? null,
    write: async (id: string, value: Value) => {
      await inStore('readwrite', (store) => store.put(value, id))
    },
    remove: async (id: string) => {
      await inStore('readwrite', (store) => store.delete(id))
    },
    ids: async () => (await inStore('readonly', (store) => store.getAllKeys())).map(String),
    clear: async () => {
      await inStore('readwrite', (store) => store.clear())
    },
  }
}

async function ask<Result>(
  name: keyof Stores,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()

  return new Promise((resolve, reject) => {
    // Strict durability: stored state must not lag behind what was sent.
    const transaction = database.transaction(name, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(name))
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

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('captures')
      request.result.createObjectStore('pushes')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
