import { PlayedEvent } from './played-events.ts'

/** As Chrome limits `storage.local` of extensions without `unlimitedStorage`. */
const QUOTA_BYTES = 10_485_760

/** One area of `chrome.storage`. */
export function playedArea(quota = QUOTA_BYTES) {
  let values: Record<string, string> = {}
  const sizeOf = (all: Record<string, string>) =>
    Object.entries(all).reduce((sum, [key, text]) => sum + key.length + text.length, 0)

  return {
    onChanged: new PlayedEvent<[]>(),
    get: async (key: string) => {
      const text = values[key]
      return text === undefined ? {} : { [key]: JSON.parse(text) as unknown }
    },
    set: async (part: Record<string, unknown>) => {
      const texts = Object.entries(part).map(([key, value]) => [key, JSON.stringify(value)])
      const next = { ...values, ...(Object.fromEntries(texts) as Record<string, string>) }
      if (sizeOf(next) > quota) throw new Error('Resource::kQuotaBytes quota exceeded')
      values = next
    },
    clear: async () => {
      values = {}
    },
    setAccessLevel: async () => undefined,
  }
}

type Lock = { name: string; release: () => void }

/** `navigator.locks`, exclusive ones: in the order in which they were asked for. */
export function playedLocks() {
  const held = new Map<string, Lock[]>()

  async function request<Result>(
    name: string,
    ...rest: [() => Promise<Result>] | [{ signal?: AbortSignal }, () => Promise<Result>]
  ): Promise<Result> {
    const work = rest.at(-1) as () => Promise<Result>
    const { signal } = rest.length === 2 ? rest[0] : {}
    signal?.throwIfAborted()
    await turn(name, signal)
    try {
      return await work()
    } finally {
      leave(name)
    }
  }

  function turn(name: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = held.get(name) ?? []
    held.set(name, queue)
    return new Promise((resolve, reject) => {
      const lock = { name, release: resolve }
      queue.push(lock)
      if (queue[0] === lock) return resolve()
      signal?.addEventListener('abort', () => {
        if (queue[0] === lock) return
        queue.splice(queue.indexOf(lock), 1)
        reject(signal.reason)
      })
    })
  }

  function leave(name: string): void {
    const queue = held.get(name)
    queue?.shift()
    queue?.[0]?.release()
  }

  return {
    request,
    query: async () => ({
      held: [...held].filter(([, queue]) => queue.length > 0).map(([name]) => ({ name })),
    }),
  }
}

/** As much of IndexedDB as the extension uses: each transaction has one request. */
export function playedDatabases() {
  const stores = new Map<string, Map<string, unknown>>()
  const state = { isFull: false }
  const isNew = () => stores.size === 0

  const transaction = (name: string) => {
    const store = stores.get(name)
    if (!store) throw new Error(`no store ${name}`)
    const made = {
      oncomplete: () => undefined,
      onabort: () => undefined,
      error: null as Error | null,
      objectStore: () => ({
        get: (id: string) => answer(() => structuredClone(store.get(id))),
        put: (value: unknown, id: string) =>
          answer(() => {
            if (state.isFull) throw new DOMException('full', 'QuotaExceededError')
            store.set(id, structuredClone(value))
          }),
        delete: (id: string) => answer(() => void store.delete(id)),
        getAllKeys: () => answer(() => [...store.keys()]),
        clear: () => answer(() => store.clear()),
      }),
    }
    function answer(work: () => unknown) {
      const request = { result: undefined as unknown }
      setImmediate(() => {
        try {
          request.result = work()
          made.oncomplete()
        } catch (error) {
          made.error = error as Error
          made.onabort()
        }
      })
      return request
    }
    return made
  }

  const database = {
    transaction,
    createObjectStore: (name: string) => void stores.set(name, new Map()),
    close: () => undefined,
  }

  return {
    state,
    hasStores: () => !isNew(),
    store: (name: string) => stores.get(name) ?? new Map<string, unknown>(),
    open: () => {
      const request = {
        result: database,
        onupgradeneeded: () => undefined,
        onsuccess: () => undefined,
      }
      setImmediate(() => {
        if (isNew()) request.onupgradeneeded()
        request.onsuccess()
      })
      return request
    },
  }
}
