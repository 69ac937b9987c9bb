import { readGithubToken, readPlan, readUser } from '@app/backend-client/account'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { CodedError } from '#api/errors/coded-error.ts'
import { githubAddress, githubHeaders } from '#api/github/ask-github.ts'
import { loggedFetch } from './call-log.ts'
import { ownBackend } from './own-session.ts'

// The queries that the extension makes for its member, with the simulator's own session. Answers are cached as
// long as in the extension, and refetched by "Check again".

const KEPT_MS = 5 * 60_000

/** GitHub tokens with less time left are requested again. */
const MARGIN_MS = 300_000

const accountKey = (userId: string) => ['simulator', userId] as const

export const ownUserQuery = (userId: string) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'user'],
    queryFn: () => readUser(ownBackend()),
    staleTime: KEPT_MS,
    retry: false,
  })

export const ownPlanQuery = (userId: string) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'plan'],
    queryFn: () => readPlan(ownBackend(), userId),
    staleTime: KEPT_MS,
    retry: false,
  })

/** `isDoubted`: GitHub refused the last token, so the server checks before answering. */
export const ownGithubQuery = (userId: string, isDoubted = false) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'github'],
    queryFn: () => readGithubToken(ownBackend(), { isDoubted }),
    staleTime: ({ state: { data, dataUpdatedAt } }) =>
      data?.state === 'connected'
        ? Math.max(0, data.expiresAt - MARGIN_MS - dataUpdatedAt)
        : KEPT_MS,
    // The member connects in another tab, then returns.
    refetchOnWindowFocus: ({ state: { data } }) => (data?.state === 'connected' ? false : 'always'),
    retry: false,
  })

/** The token for GitHub, or null without a connection. */
export async function ownGithubToken(
  client: QueryClient,
  userId: string,
  refused?: string,
): Promise<string | null> {
  const query = ownGithubQuery(userId, refused !== undefined)
  const known = client.getQueryData(query.queryKey)
  // Without a token nothing works, and the member may have connected in another tab.
  const isUseless = known && (known.state !== 'connected' || known.token === refused)
  const github = await client.fetchQuery(isUseless ? { ...query, staleTime: 0 } : query)

  return github.state === 'connected' ? github.token : null
}

export const allowanceQuery = (userId: string, token: string | null) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'allowance'],
    queryFn: async (): Promise<{ remaining: number; limit: number }> => {
      const answer = await loggedFetch(githubAddress('/rate_limit'), {
        headers: githubHeaders(token ?? ''),
        cache: 'no-store',
      })
      return (await readJson<{ resources: { core: Allowance } }>(answer)).resources.core
    },
    enabled: token !== null,
    staleTime: KEPT_MS,
    retry: false,
  })

type Allowance = { remaining: number; limit: number }

/** Refetches everything that the status shows. */
export const checkAgain = (client: QueryClient, userId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: accountKey(userId) })

/** One session's answers must not be shown to the next. */
export const forgetAccount = (client: QueryClient, userId: string): void =>
  client.removeQueries({ queryKey: accountKey(userId) })

async function readJson<Reply>(answer: Response): Promise<Reply> {
  const reply: unknown = await answer.json().catch(() => null)
  if (answer.ok) return reply as Reply

  const { code, error_code, message, msg, error } = Object(reply) as Record<string, unknown>
  throw new CodedError(String(error_code ?? code ?? ''), String(error ?? message ?? msg ?? ''))
}
