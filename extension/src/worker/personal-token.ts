import type { Target } from '@app/sync/target'
import { config } from '#config/config.ts'
import { local, type PersonalToken, session as passing } from '#store/storage.ts'
import { announce } from './announce.ts'
import { forgetHost } from './github.ts'
import { lackedScopes, probeProblem, scopeProblem, type TokenCheck } from './token-check.ts'

type Wish = {
  token: string
  /** Deleted when the browser closes. */
  isForgotten: boolean
  /** Where the project goes, if that is known. */
  target: Pick<Target, 'owner' | 'name'> | null
}

/** Asks GitHub whose token it is and what it may do, and keeps it. It goes to GitHub's API only. */
export async function keepPersonalToken(wish: Wish): Promise<TokenCheck> {
  const token = wish.token.trim()
  // Anything else cannot be sent in a header.
  if (!/^[\x21-\x7e]{10,300}$/.test(token)) return { kind: 'refused' }
  const isFineGrained = token.startsWith('github_pat_')
  const answer = await ask(token, 'GET', '/user')
  const scopes = answer?.headers.get('x-oauth-scopes') ?? null
  const problem = scopeProblem({ status: answer?.status ?? 0, scopes, isFineGrained })
  if (problem || !answer) return problem ?? { kind: 'unanswered' }
  const refused = isFineGrained && wish.target && (await probe(token, wish.target))
  if (refused) return refused
  const { login } = (await answer.json()) as { login: string }
  const lacks = isFineGrained ? [] : lackedScopes(scopes)
  await keep({ token, login, lacks }, wish.isForgotten)

  return { kind: 'kept', login }
}

async function keep(kept: PersonalToken, isForgotten: boolean): Promise<void> {
  await local.write('personalToken', isForgotten ? null : kept)
  await passing.write('personalToken', isForgotten ? kept : null)
  await local.change('settings', (all) => ({ ...all, way: 'token', forgetsToken: isForgotten }))
  forgetHost()
  announce()
}

/** A branch without a name cannot be made, so GitHub says only whether the token might. */
async function probe(
  token: string,
  { owner, name }: NonNullable<Wish['target']>,
): Promise<TokenCheck | null> {
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/git/refs`
  const answer = await ask(token, 'POST', path, {})
  if (!answer) return { kind: 'unanswered' }
  const accepted = answer.headers.get('x-accepted-github-permissions')

  return probeProblem({ status: answer.status, accepted }, `${owner}/${name}`)
}

const ask = (token: string, method: string, path: string, body?: object) =>
  fetch(`${config.githubApiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
    cache: 'no-store',
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => null)

export async function forgetPersonalToken(): Promise<void> {
  await local.write('personalToken', null)
  await passing.write('personalToken', null)
  await local.change('settings', (all) => ({ ...all, way: 'app' }))
  forgetHost()
  announce()
}
