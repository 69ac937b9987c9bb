import { createHash } from 'node:crypto'
import type { SessionJson } from '@app/contract/identity'
import { type AuthOptions, type AuthServer, startAuth } from '#test/auth-server.ts'
import { openGithub, openGoogle, REGISTERED } from '#test/outside/providers.ts'

type Query = Record<string, string>
export type Way = { provider: 'github' | 'google' | `custom:${string}`; person: string }

export const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-xx'
export const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}

/** The identity service beside a GitHub and a Google of the test's own. */
export const startOAuth = (options?: AuthOptions) => startOAuthOn(startAuth, options)

/** The same on a server that the caller starts. */
export async function startOAuthOn<Server extends AuthServer>(
  start: (options: AuthOptions) => Promise<Server>,
  { env = {}, ...options }: AuthOptions = {},
) {
  const github = await openGithub()
  const google = await openGoogle()
  const auth = await start({
    ...options,
    env: {
      GITHUB_WEB_URL: github.webUrl,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_APP_CLIENT_ID: REGISTERED.clientId,
      GITHUB_APP_CLIENT_SECRET: REGISTERED.clientSecret,
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_CLIENT_ID: REGISTERED.clientId,
      GOOGLE_CLIENT_SECRET: REGISTERED.clientSecret,
      AUTH_RATE_LIMIT_FACTOR: '0',
      AUTH_MAIL_INTERVAL_S: '0',
      ...env,
    },
  })

  const setOut = async (query: Query) => {
    const sent = await auth.call(`/authorize?${new URLSearchParams(query)}`)
    keepCookies(sent)
    return locationOf(sent)
  }
  const returnFrom = async (way: Way, query: Query = {}) =>
    answerProvider(await setOut({ provider: way.provider, ...query }), { person: way.person })
  const signIn = async (way: Way, query?: Query) => arrive(await returnFrom(way, query))
  const exchange = (code: string, verifier = VERIFIER) =>
    auth.post<SessionJson>('/token?grant_type=pkce', { auth_code: code, code_verifier: verifier })
  const linkUrl = async (as: string, query: Query) => {
    const parameters = new URLSearchParams({ skip_http_redirect: 'true', ...query })
    const sent = await auth.call<{ url: string }>(`/user/identities/authorize?${parameters}`, {
      as,
    })
    keepCookies(sent)
    return sent.body.url
  }

  return {
    ...auth,
    github,
    google,
    /** Asks to sign in; gives the provider's address. */
    setOut,
    /** The same, answered at the provider; gives the address of our callback. */
    returnFrom,
    /** The whole sign-in. */
    signIn,
    exchange,
    /** Begins linking an identity; returns the provider's URL. */
    linkUrl,
    link: async (as: string, { provider, person }: Way) =>
      arrive(await answerProvider(await linkUrl(as, { provider }), { person })),
    /** With an address that counts as proven, and a password. */
    member: async (email: string, more: Record<string, unknown> = {}) => {
      const body = { email, password: 'secret-1', email_confirm: true, ...more }
      const { id } = (await auth.admin<{ id: string }>('/admin/users', { method: 'POST', body }))
        .body
      const token = await signInByPassword(auth, email)
      return { id, email, token }
    },
  }
}

export type OAuthServer = Awaited<ReturnType<typeof startOAuth>>

/** The cookies of the only browser. */
const cookies = new Set<string>()

export function keepCookies({ headers }: Pick<Response, 'headers'>) {
  for (const one of headers.getSetCookie()) cookies.add(one.split(';')[0] ?? '')
}

/** What a browser does at the provider's page. */
export async function answerProvider(page: string, form: Query): Promise<string> {
  const sent = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

  return locationOf(sent)
}

/** Follows a redirect to our callback, and returns the final address. */
export async function arrive(callback: string, init: RequestInit = {}) {
  const headers = { cookie: [...cookies].join('; ') }
  const sent = await fetch(callback, { redirect: 'manual', headers, ...init })
  const url = new URL(locationOf(sent))

  return {
    status: sent.status,
    place: url.origin + url.pathname,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  }
}

export type Arrival = Awaited<ReturnType<typeof arrive>>

export const tokenOf = ({ fragment }: Arrival): string => fragment.access_token ?? ''

const locationOf = ({ headers, status }: Pick<Response, 'headers' | 'status'>): string => {
  const location = headers.get('location')
  if (location === null) throw new Error(`Sent nowhere, with ${status}`)

  return location
}

async function signInByPassword(
  auth: Pick<Awaited<ReturnType<typeof startAuth>>, 'post'>,
  email: string,
): Promise<string> {
  const { body } = await auth.post<SessionJson>('/token?grant_type=password', {
    email,
    password: 'secret-1',
  })

  return body.access_token
}
