import { useSyncExternalStore } from 'react'

export type Store<Value> = {
  get: () => Value
  set: (next: Value) => void
  subscribe: (listener: () => void) => () => void
}

/** A value outside React, because it is known before the first render. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()

  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** `sent` is the server-rendered value, so that hydration matches the page. */
export function useStore<Value>(store: Store<Value>, sent: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => sent)
}
