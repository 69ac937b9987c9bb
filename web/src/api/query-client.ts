import { QueryClient } from '@tanstack/react-query'

const MINUTE = 60_000

let current: { person: string; client: QueryClient } | null = null

/** One cache for each person: whoever signs in next in this tab finds nothing of the one before. */
export function queryClientFor(person: string): QueryClient {
  // A server renders for many: what one page was made of must not be found by the next.
  if (typeof document === 'undefined') return createQueryClient()

  if (current?.person !== person) current = { person, client: createQueryClient() }

  return current.client
}

/** Whatever was answered so far is asked for anew by the next screen: an answer may be what it broke on. */
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
    },
  })
}
