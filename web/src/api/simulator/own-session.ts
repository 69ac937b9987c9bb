import { CodedError } from '#api/errors/coded-error.ts'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { createStore, useStore } from '#api/session/store.ts'
import { forgetTab, readTab, writeTab } from '#browser/storage.ts'
import { readConfigScript } from '#config/config-script.ts'
import { loggedFetch } from './call-log.ts'

/** The session that the simulator holds in place of the extension, apart from the page's. */
export type OwnSession = {
  userId: string
  email: string
  accessToken: string
  refreshToken: string
  /** By this computer's clock, in milliseconds. */
  expiresAt: number
  /** The server knows it no more. */
  isEnded: boolean
}

/** As the extension: a token with less time left is renewed before it is used. */
const MARGIN_MS = 300_000

export const ownSessionStore = createStore<OwnSession | null>(null)

export const useOwnSession = () => useStore(ownSessionStore, null)

/** The session that this tab has kept for the member, if any. */
export function openOwnSession(userId: string): void {
  ownSessionStore.set(parse(readTab(keyOf(userId))))
}

/** Asks with the page's session for one of its own, as the extension does on this site. */
export async function pickUpSession(): Promise<void> {
  const answer = await loggedFetch(
    functionAddress('mint-extension-session'),
    { method: 'POST' },
    authorizedFetch,
  )
  store(await readTokens(answer))
}

export async function renewSession(): Promise<void> {
  renewing ??= renew().finally(() => {
    renewing = null
  })
  await renewing
}

/** Two calls at once must not rotate one refresh token. */
let renewing: Promise<void> | null = null

/** Signs out of the own session only. It is forgotten here even if the server cannot be told. */
export async function forgetSession(): Promise<void> {
  const session = ownSessionStore.get()
  if (!session) return
  forgetTab(keyOf(session.userId))
  ownSessionStore.set(null)
  if (session.isEnded) return

  await loggedFetch(`${readConfigScript().apiUrl}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: withKey({ authorization: `Bearer ${session.accessToken}` }),
  })
}

/** Calls our server as the extension does: with its own token, renewed once if it was refused. */
export async function ownFetch(address: string, init: RequestInit = {}): Promise<Response> {
  const session = await freshSession()
  const answer = await send(session, address, init)
  if (answer.status !== 401 && answer.status !== 403) return answer

  const code = await codeOf(answer.clone())
  if (SESSION_OVER.has(code)) end()
  if (!isTokenRefused(answer.status, code)) return answer
  await renewSession()
  return send(await freshSession(), address, init)
}

const SESSION_OVER = new Set(['session_not_found', 'user_not_found', 'user_banned'])

/** Codes in capitals, such as NO_ACCESS_TOKEN, speak of GitHub's token, except the gateway's about ours. */
const isTokenRefused = (status: number, code: string) =>
  !SESSION_OVER.has(code) &&
  (status === 401 || code === 'bad_jwt') &&
  (code.startsWith('UNAUTHORIZED_') || !/^[A-Z]+_[A-Z_]+$/.test(code))

export const functionAddress = (name: string) => `${readConfigScript().apiUrl}/functions/v1/${name}`

export const withKey = (headers: Record<string, string>) => ({
  ...headers,
  apikey: readConfigScript().publishableKey,
})

function send(session: OwnSession, address: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${session.accessToken}`)

  return loggedFetch(address, { ...init, headers })
}

async function freshSession(): Promise<OwnSession> {
  if (currentSession().expiresAt - Date.now() < MARGIN_MS) await renewSession()

  return currentSession()
}

function currentSession(): OwnSession {
  const session = ownSessionStore.get()
  if (!session || session.isEnded) throw new CodedError('session_expired')

  return session
}

async function renew(): Promise<void> {
  const { refreshToken } = currentSession()
  const answer = await loggedFetch(
    `${readConfigScript().apiUrl}/auth/v1/token?grant_type=refresh_token`,
    {
      method: 'POST',
      headers: withKey({ 'content-type': 'application/json' }),
      body: JSON.stringify({ refresh_token: refreshToken }),
    },
  )
  // An outage is no refusal: the session may still be good.
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) end()
  store(await readTokens(answer))
}

function end(): void {
  const session = ownSessionStore.get()
  if (session) store({ ...session, isEnded: true })
}

function store(session: OwnSession): void {
  writeTab(keyOf(session.userId), JSON.stringify(session))
  ownSessionStore.set(session)
}

async function readTokens(answer: Response): Promise<OwnSession> {
  const reply = Object(await answer.json().catch(() => null))
  if (!answer.ok) {
    throw new CodedError(String(reply.error_code ?? reply.code ?? ''), String(reply.error ?? ''))
  }
  return {
    userId: String(reply.user.id),
    email: String(reply.user.email ?? ''),
    accessToken: String(reply.access_token),
    refreshToken: String(reply.refresh_token),
    expiresAt: Date.now() + Number(reply.expires_in) * 1000,
    isEnded: false,
  }
}

/** A tab may be used by several members, one after the other. */
const keyOf = (userId: string) => `simulator-session-${userId}`

function parse(text: string | null): OwnSession | null {
  try {
    return JSON.parse(text ?? 'null') as OwnSession | null
  } catch {
    return null
  }
}

async function codeOf(answer: Response): Promise<string> {
  const { code, error_code } = Object(await answer.json().catch(() => null))

  return typeof error_code === 'string' ? error_code : typeof code === 'string' ? code : ''
}
