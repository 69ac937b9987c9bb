import { inject } from 'vitest'
import { type Backend, type OwnSession, openBackend } from '#backend.ts'

const PASSWORD = 'a-long-enough-password'

export type Member = {
  id: string
  email: string
  /** The access token of the session on the site. */
  token: string
}

/** A member who has signed in on the site. */
export async function newMember(): Promise<Member> {
  const { secretKey } = inject('product')
  const email = `member-${crypto.randomUUID()}@example.test`
  const account = { email, password: PASSWORD, email_confirm: true }
  const { id } = await ask('/auth/v1/admin/users', account, secretKey)
  const tokens = await ask(
    '/auth/v1/token?grant_type=password',
    { email, password: PASSWORD },
    await publishableKey(),
  )

  return { id: String(id), email, token: String(tokens.access_token) }
}

/** Ends all sessions of the member. */
export async function endSessions({ token }: Member): Promise<void> {
  await ask('/auth/v1/logout?scope=global', {}, await publishableKey(), token)
}

/** A backend with its store, a clock to move, the requests that it sent, and a network to break. */
export async function openClient() {
  const { url } = inject('product')
  const sent: string[] = []
  const client = {
    sent,
    stored: null as OwnSession | null,
    aheadMs: 0,
    /** Answers in place of the server. */
    instead: (_path: string): Response | Promise<Response> | null => null,
    sentTo: (path: string) => sent.filter((one) => one.startsWith(path)).length,
  }
  const backend: Backend = openBackend({
    apiUrl: url,
    publishableKey: await publishableKey(),
    fetch: async (input, init) => {
      const path = String(input).slice(url.length)
      sent.push(path)
      return client.instead(path) ?? fetch(input, init)
    },
    now: () => Date.now() + client.aheadMs,
    store: {
      // A worker's storage answers later, too.
      read: async () => {
        await new Promise((resolve) => setTimeout(resolve, 1))
        return client.stored
      },
      write: async (session) => {
        await new Promise((resolve) => setTimeout(resolve, 1))
        client.stored = session
      },
    },
  })

  return { client, backend }
}

/** The same for a member, with a session that was picked up. */
export async function openSignedIn() {
  const member = await newMember()
  const { client, backend } = await openClient()
  const session = await backend.pickUpSession(member.token)
  client.sent.length = 0

  return { member, client, backend, session }
}

export async function publishableKey(): Promise<string> {
  known ??= fetch(inject('product').url).then(async (page) => {
    const [, key] = /(sb_publishable_[\w-]+)/.exec(await page.text()) ?? []
    return key ?? ''
  })

  return known
}

let known: Promise<string> | undefined

async function ask(
  path: string,
  body: object,
  apikey: string,
  token = apikey,
): Promise<Record<string, unknown>> {
  const answer = await fetch(inject('product').url + path, {
    method: 'POST',
    headers: {
      apikey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)

  return JSON.parse(text || '{}')
}
