import { useEffect, useSyncExternalStore } from 'react'

let own: string | null = null
const listeners = new Set<() => void>()

/** For screens whose title depends on what they show: `Tide Tables – Board`. Without it the route's title stands. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    setOwn(title)
    return () => setOwn(null)
  }, [title])
}

/** The title that the screen on display has given itself. */
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
