import type { GithubFailure, GithubTokenReply, Suspension } from '@app/contract/github-token'
import { readJson } from './answers.ts'
import { type Backend, BackendError } from './backend.ts'

export async function readUser(backend: Backend): Promise<{ id: string; email: string }> {
  const answer = await backend.fetch(`${backend.apiUrl}/auth/v1/user`, {
    headers: { apikey: backend.publishableKey },
  })
  const reply = Object(await readJson(answer))
  if (!answer.ok) throw new BackendError(answer.status, reply)

  return { id: reply.id, email: reply.email }
}

export async function readPlan(backend: Backend, userId: string): Promise<{ isPro: boolean }> {
  const [status] = (await backend.rows('rpc/get_subscription_status', {
    method: 'POST',
    body: JSON.stringify({ input_user_id: userId }),
  })) as { subscription_status: string }[]

  // `active` if it gives access, regardless of the provider's status.
  return { isPro: status?.subscription_status === 'active' }
}

export type OwnGithub =
  /** `expiresAt` is by this computer's clock, which may be wrong. */
  | { state: 'connected'; login: string; token: string; expiresAt: number }
  | { state: 'missing' }
  | { state: 'notInstalled'; installUrl: string | null; suspension: Suspension | null }

/** `isDoubted`: GitHub refused the last token, so the server checks before it answers. */
export async function readGithubToken(
  backend: Backend,
  { isDoubted }: { isDoubted: boolean },
): Promise<OwnGithub> {
  const answer = await backend.fetch(
    `${backend.apiUrl}/functions/v1/get-github-token${isDoubted ? '?check=true' : ''}`,
    { headers: { 'content-type': 'application/json' } },
  )
  const reply = Object(await readJson(answer)) as GithubTokenReply & GithubFailure
  if (answer.ok) {
    const serverNow = Date.parse(answer.headers.get('date') ?? '')
    const aheadMs = Number.isNaN(serverNow) ? 0 : backend.now() - serverNow
    return {
      state: 'connected',
      login: reply.github_username,
      token: reply.access_token,
      expiresAt: Date.parse(reply.expires_at) + aheadMs,
    }
  }
  if (reply.code === 'GITHUB_APP_INSTALLATION_MISSING') {
    const { install_url: installUrl = null, suspended: suspension = null } = reply
    return { state: 'notInstalled', installUrl, suspension }
  }
  if (reply.requires_auth || reply.code === 'NO_GITHUB_APP') return { state: 'missing' }
  throw new BackendError(answer.status, reply)
}
