import { QueryClient } from '@tanstack/react-query'

const MINUTE = 60_000

let current: { person: string; client: QueryClient } | null = null

/** One cache per person: whoever signs in next in this tab must not see data of the one before. */
export function queryClientFor(person: string): QueryClient {
  // A server renders for many people, who must not share a cache.
  if (typeof document === 'undefined') return createQueryClient()

  if (current?.person !== person) current = { person, client: createQueryClient() }

  return current.client
}

/** The next screen loads everything again: a cached answer may be what broke this one. */
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
      // Offline they fail in place instead of waiting without an end.
      mutations: { networkMode: 'always' },
    },
  })
}
