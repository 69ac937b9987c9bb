import { codeOf, readJson, refusedOf, sessionOf } from './answers.ts'

/** The client's own session, separate from the site's. */
export type OwnSession = {
  userId: string
  email: string
  accessToken: string
  refreshToken: string
  /** By this computer's clock, in milliseconds. */
  expiresAt: number
  /** The server no longer knows it. */
  isEnded: boolean
}

export type SessionStore = {
  read: () => Promise<OwnSession | null>
  write: (session: OwnSession | null) => Promise<void>
}

export type Backend = {
  readonly apiUrl: string
  readonly publishableKey: string
  /** This computer's clock, in milliseconds since 1970. */
  readonly now: () => number
  /** Requests a separate session: with the site's access token, or by a fetch that sends it. */
  pickUpSession: (site: string | typeof fetch) => Promise<OwnSession>
  /** Concurrent callers share one renewal. */
  renewSession: () => Promise<void>
  /** Signs out only its own session. It is deleted locally first, even if informing the server then fails. */
  forgetSession: () => Promise<void>
  /** Sends its own token, renewed 5 minutes before expiry, and once after a refusal. */
  fetch: (address: string, init?: RequestInit) => Promise<Response>
  /** Calls a server function. */
  callFunction: <Reply>(
    name: string,
    schema: { parse: (reply: unknown) => Reply },
    body: object,
  ) => Promise<Reply>
  /** Calls the data API at a relative URL; null without content. */
  rows: (address: string, init?: RequestInit) => Promise<unknown>
  /** The same, with the server's time of the answer; null if that is unreadable. */
  rowsDated: (
    address: string,
    init?: RequestInit,
  ) => Promise<{ rows: unknown; serverNow: number | null }>
}

type Options = {
  apiUrl: string
  publishableKey: string
  fetch: typeof fetch
  /** In milliseconds since 1970. */
  now: () => number
  store: SessionStore
}

/** A refusing answer. `reply` is the complete answer, because some contain more than code and message. */
export class BackendError extends Error {
  override readonly name = 'BackendError'
  /** 0 if no request was sent. */
  readonly status: number
  /** Empty if the answer contains none. */
  readonly code: string
  readonly reply: Readonly<Record<string, unknown>>

  constructor(status: number, reply: Readonly<Record<string, unknown>>) {
    const message = reply.error ?? reply.message
    super(typeof message === 'string' ? message : '')
    this.status = status
    this.code = codeOf(reply)
    this.reply = reply
  }
}

/** There is no usable session, or its renewal failed, so the call was not answered. */
export class SessionError extends BackendError {}

/** Our server for one member, with a separate session stored in `store`. */
export function openBackend(options: Options): Backend {
  const { apiUrl, publishableKey, now, store } = options
  const { authorized, renew } = authorizedCalls(options)

  async function rowsDated(address: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers)
    headers.set('apikey', publishableKey)
    if (init.body !== undefined) headers.set('content-type', 'application/json')

    const answer = await authorized(`${apiUrl}/rest/v1/${address}`, { ...init, headers })
    const rows = await readGood(answer)
    const date = answer.headers.get('date')

    return { rows, serverNow: date ? Date.parse(date) : null }
  }

  return {
    apiUrl,
    publishableKey,
    now,
    pickUpSession: async (site) => {
      const path = '/functions/v1/mint-extension-session'
      const answer = await (typeof site === 'string'
        ? post(options, path, bearer(site))
        : site(apiUrl + path, { method: 'POST' }))
      const session = sessionOf(await readGood(answer), now())
      await store.write(session)
      return session
    },
    renewSession: () => renew(),
    forgetSession: async () => {
      const session = await store.read()
      if (!session) return
      await store.write(null)
      if (!session.isEnded)
        await post(options, '/auth/v1/logout?scope=local', bearer(session.accessToken))
    },
    fetch: authorized,
    callFunction: async (name, schema, body) =>
      schema.parse(
        await readGood(
          await authorized(`${apiUrl}/functions/v1/${name}`, {
            method: 'POST',
            headers: JSON_BODY,
            body: JSON.stringify(body),
          }),
        ),
      ),
    rows: async (address, init) => (await rowsDated(address, init)).rows,
    rowsDated,
  }
}

/** A token with less time left is renewed before it is used. */
const MARGIN_MS = 300_000

function authorizedCalls(options: Options) {
  const { fetch: send, now, store } = options
  /** Two concurrent calls must not rotate the same refresh token. */
  let renewing: Promise<void> | null = null

  async function authorized(address: string, init: RequestInit = {}): Promise<Response> {
    let session = await current()
    if (session.expiresAt - now() < MARGIN_MS) {
      await renew(session)
      session = await current()
    }
    const { answer, refused } = await sendAs(session, address, init)
    if (refused !== 'token') return answer

    await renew(session)
    return (await sendAs(await current(), address, init)).answer
  }

  async function sendAs(session: OwnSession, address: string, init: RequestInit) {
    const headers = new Headers(init.headers)
    headers.set('authorization', bearer(session.accessToken).authorization)
    const answer = await send(address, { ...init, headers })
    const refused = await refusedOf(answer)
    if (refused === 'session') await end(session)

    return { answer, refused }
  }

  async function current(): Promise<OwnSession> {
    const session = await store.read()
    if (!session || session.isEnded) throw new SessionError(0, { code: 'session_expired' })

    return session
  }

  function renew(stale?: OwnSession): Promise<void> {
    renewing ??= refresh(stale).finally(() => {
      renewing = null
    })

    return renewing
  }

  /** A caller with an older token than the stored one is late: another call has renewed it. */
  async function refresh(stale?: OwnSession): Promise<void> {
    const session = await current()
    if (stale && stale.accessToken !== session.accessToken) return

    const body = JSON.stringify({ refresh_token: session.refreshToken })
    const answer = await post(options, '/auth/v1/token?grant_type=refresh_token', JSON_BODY, body)
    const { status } = answer
    // An outage is not a refusal: the session may still be valid.
    if (status >= 400 && status < 500 && status !== 429) await end(session)
    await replace(session, sessionOf(await readGood(answer, SessionError), now()))
  }

  const end = (session: OwnSession) => replace(session, { ...session, isEnded: true })

  /** A session deleted or replaced in the meantime stays so. */
  async function replace(session: OwnSession, next: OwnSession): Promise<void> {
    const stored = await store.read()
    if (stored?.accessToken === session.accessToken) await store.write(next)
  }

  return { authorized, renew }
}

const JSON_BODY = { 'content-type': 'application/json' }

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const post = (
  { apiUrl, publishableKey: apikey, fetch: send }: Options,
  path: string,
  headers: Record<string, string>,
  body: string | null = null,
) => send(apiUrl + path, { method: 'POST', headers: { apikey, ...headers }, body })

async function readGood(answer: Response, Refusal = BackendError): Promise<unknown> {
  const reply = await readJson(answer)
  if (!answer.ok) throw new Refusal(answer.status, Object(reply))

  return reply
}
