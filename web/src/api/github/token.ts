import { githubTokenReply } from '@app/contract/github-token'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callFunction, FunctionError } from '#api/calls/call-function.ts'
import { NotConnected } from './github-error.ts'
import { githubKey, integrationQuery } from './integration.ts'

/** The server renews tokens with less time left, so asking again yields a new one. */
const MARGIN_MS = 300_000

const REFUSED_MS = 10_000

/** Kept only in memory, and reloaded before it expires. */
export const githubTokenQuery = queryOptions({
  queryKey: [...githubKey, 'token'],
  queryFn: fetchToken,
  staleTime: ({ state }) =>
    state.data
      ? Math.max(0, Date.parse(state.data.expires_at) - MARGIN_MS - state.dataUpdatedAt)
      : 0,
  retry: false,
})

let isDoubted = false

/** GitHub refused the token, so the server must check it before sending one again. */
export function doubtToken(client: QueryClient, token: string): void {
  // Several calls may be refused concurrently, and the first has already reported it.
  if (client.getQueryData(githubTokenQuery.queryKey)?.access_token !== token) return

  isDoubted = true
  client.removeQueries({ queryKey: githubTokenQuery.queryKey })
}

/** The server checks at GitHub before it sends the next token. */
export function askAnew(): void {
  isDoubted = true
}

async function fetchToken() {
  const query = new URLSearchParams({
    installation: 'optional',
    ...(isDoubted && { check: 'true' }),
  })
  const reply = await callFunction(`get-github-token?${query}`, githubTokenReply, { method: 'GET' })
  if ('code' in reply) throw new FunctionError(409, reply)

  isDoubted = false
  return reply
}

export async function githubToken(client: QueryClient): Promise<string> {
  const integration = await client.fetchQuery(integrationQuery)
  if (!integration?.access_token) throw new NotConnected('token')

  const refusal = freshRefusal(client)
  if (refusal) throw refusal
  return (await client.fetchQuery(githubTokenQuery)).access_token
}

/** Several parts of a screen need the token: one refusal applies to all until the query is invalidated. */
function freshRefusal(client: QueryClient): Error | null {
  const state = client.getQueryState(githubTokenQuery.queryKey)
  const isFresh = state && !state.isInvalidated && Date.now() - state.errorUpdatedAt < REFUSED_MS

  return isFresh && state.status === 'error' ? state.error : null
}

export async function githubUsername(client: QueryClient): Promise<string> {
  const integration = await client.fetchQuery(integrationQuery)
  if (!integration?.github_username) throw new NotConnected('integration')

  return integration.github_username
}
