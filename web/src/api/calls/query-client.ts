import { QueryClient } from '@tanstack/react-query'

const MINUTE = 60_000

let current: { person: string; client: QueryClient } | null = null

/** One cache per member: the next member in this tab must not see the previous one's data. */
export function queryClientFor(person: string): QueryClient {
  // A server renders for many users, who must not share a cache.
  if (typeof document === 'undefined') return createQueryClient()

  if (current?.person !== person) current = { person, client: createQueryClient() }

  return current.client
}

/** The next screen reloads everything, because a cached answer may have caused the error. */
export function forgetAnswers(): void {
  current?.client.clear()
}

/** Specification, section 9: the global defaults. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: 30 * MINUTE,
        retry: 1,
        refetchOnWindowFocus: false,
      },
      // Offline they fail immediately instead of waiting indefinitely.
      mutations: { networkMode: 'always' },
    },
  })
}
