import { useEffect, useSyncExternalStore } from 'react'

let own: string | null = null
const listeners = new Set<() => void>()

/** For screens whose title depends on their content: `Tide Tables – Board`. Otherwise the route's title is used. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    setOwn(title)
    return () => setOwn(null)
  }, [title])
}

/** The title that the current screen has set. */
export const useOwnTitle = () => useSyncExternalStore(subscribe, () => own, none)

const none = () => null

function setOwn(title: string | null): void {
  own = title
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
