import type { GithubFailure, GithubTokenReply } from '@app/contract/github-token'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { SubscriptionStatus } from '#api/billing/subscription-status.ts'
import { FunctionError } from '#api/calls/call-function.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { githubAddress, githubHeaders } from '#api/github/ask-github.ts'
import { readConfigScript } from '#config/config-script.ts'
import { loggedFetch } from './call-log.ts'
import { functionAddress, ownFetch, withKey } from './own-session.ts'

// What the extension asks about its member, each with the simulator's own session. All are kept as long as the
// extension keeps its answers, and asked again by "Check again".

const KEPT_MS = 5 * 60_000

/** GitHub tokens with less time left are asked for again. */
const MARGIN_MS = 300_000

const accountKey = (userId: string) => ['simulator', userId] as const

export const ownUserQuery = (userId: string) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'user'],
    queryFn: async (): Promise<{ id: string; email: string }> =>
      readJson(
        await ownFetch(`${readConfigScript().apiUrl}/auth/v1/user`, { headers: withKey({}) }),
      ),
    staleTime: KEPT_MS,
    retry: false,
  })

export const ownPlanQuery = (userId: string) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'plan'],
    queryFn: async (): Promise<{ isPro: boolean }> => {
      const answer = await ownFetch(
        `${readConfigScript().apiUrl}/rest/v1/rpc/get_subscription_status`,
        {
          method: 'POST',
          headers: withKey({ 'content-type': 'application/json' }),
          body: JSON.stringify({ input_user_id: userId }),
        },
      )
      const [status] = await readJson<SubscriptionStatus[]>(answer)

      return { isPro: status?.subscription_status === 'active' }
    },
    staleTime: KEPT_MS,
    retry: false,
  })

export type OwnGithub =
  | { state: 'connected'; login: string; token: string; expiresAt: number }
  | { state: 'missing' }
  | { state: 'notInstalled'; installUrl: string | null }

/** `isDoubted`: GitHub refused the last token, so the server checks before it answers. */
export const ownGithubQuery = (userId: string, isDoubted = false) =>
  queryOptions({
    queryKey: [...accountKey(userId), 'github'],
    queryFn: () => askForToken(isDoubted),
    staleTime: ({ state: { data, dataUpdatedAt } }) =>
      data?.state === 'connected'
        ? Math.max(0, data.expiresAt - MARGIN_MS - dataUpdatedAt)
        : KEPT_MS,
    // The member connects in another tab, and comes back.
    refetchOnWindowFocus: ({ state: { data } }) => (data?.state === 'connected' ? false : 'always'),
    retry: false,
  })

async function askForToken(isDoubted: boolean): Promise<OwnGithub> {
  const answer = await ownFetch(
    functionAddress(`get-github-token${isDoubted ? '?check=true' : ''}`),
    {
      headers: { 'content-type': 'application/json' },
    },
  )
  const reply = Object(await answer.json().catch(() => null)) as GithubTokenReply & GithubFailure
  if (answer.ok) {
    return {
      state: 'connected',
      login: reply.github_username,
      token: reply.access_token,
      expiresAt: Date.parse(reply.expires_at),
    }
  }
  if (reply.code === 'GITHUB_APP_INSTALLATION_MISSING') {
    return { state: 'notInstalled', installUrl: reply.install_url ?? null }
  }
  if (reply.requires_auth || reply.code === 'NO_GITHUB_APP') return { state: 'missing' }
  throw new FunctionError(answer.status, reply)
}

/** The token for GitHub, or null without a connection. */
export async function ownGithubToken(
  client: QueryClient,
  userId: string,
  refused?: string,
): Promise<string | null> {
  const query = ownGithubQuery(userId, refused !== undefined)
  const known = client.getQueryData(query.queryKey)
  // Without a token nothing can be done anyway, and the member may have connected in another tab.
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

/** Asks everything again that the status shows. */
export const checkAgain = (client: QueryClient, userId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: accountKey(userId) })

/** What another session was told is not shown to the next. */
export const forgetAccount = (client: QueryClient, userId: string): void =>
  client.removeQueries({ queryKey: accountKey(userId) })

async function readJson<Reply>(answer: Response): Promise<Reply> {
  const reply: unknown = await answer.json().catch(() => null)
  if (answer.ok) return reply as Reply

  const { code, error_code, message, msg, error } = Object(reply) as Record<string, unknown>
  throw new CodedError(String(error_code ?? code ?? ''), String(error ?? message ?? msg ?? ''))
}
