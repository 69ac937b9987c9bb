import { useEffect } from 'react'
import { createStore } from '#api/session/store.ts'

// Part of every member screen; what connects to the server is downloaded later (`live.ts`).

/** The member's own topic. The connection adds their id. */
export const MEMBER_TOPIC = 'member'
export const ADMIN_TOPIC = 'admin'
export const projectTopic = (id: string) => `project:${id}`

/** The topics of the screens on display. */
export const followedStore = createStore<readonly string[]>([])

/** The topics whose hints arrive at present. */
export const joinedStore = createStore<ReadonlySet<string>>(new Set())

/** The number of reasons to let hints wait. */
export const holdsStore = createStore(0)

/** The hints that were applied last. */
export const appliedStore = createStore<readonly string[]>([])

/** The server tells this page of changes while the component is on it. */
export function useLive(topic: string): void {
  useEffect(() => {
    followedStore.set([...followedStore.get(), topic])

    return () => {
      const rest = [...followedStore.get()]
      rest.splice(rest.indexOf(topic), 1)
      followedStore.set(rest)
    }
  }, [topic])
}

const RARELY_MS = 300_000

/** The interval of a poll, which is long while hints of the topic arrive. */
export const pollEvery = (ms: number, topic: string): number =>
  joinedStore.get().has(topic) ? RARELY_MS : ms

/** For a query's `meta`: the hints that make it stale. */
export const staleBy = (topic: string, ...events: string[]) => ({
  hints: events.map((event) => `${topic} ${event}`),
})

/** Data must not change under what is being moved or written. Returns a function that ends the wait. */
export function holdHints(): () => void {
  holdsStore.set(holdsStore.get() + 1)

  return () => holdsStore.set(holdsStore.get() - 1)
}
