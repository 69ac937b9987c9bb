import { listSessionsReply } from '@app/contract/account-replies'
import { Window } from 'happy-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callFunction } from '#api/calls/call-function.ts'
import { dataApi } from '#api/calls/data-api.ts'
import { uploadFile } from '#api/calls/files.ts'
import { readRows } from '#api/calls/read-rows.ts'
import { forgetEnding } from '#api/session/ended-session.ts'
import { type Session, sessionStore } from '#api/session/session.ts'
import { storageKey, storedTokens } from '#api/session/stored-session.ts'
import { askIdentity } from '#api/sign-in/ask-identity.ts'
import { openIdentity } from '#api/sign-in/identity.ts'
import { signIn } from '#api/sign-in/sign-in.ts'
import { readSession } from '#api/sign-in/start-session.ts'
import { ownBackend, pickUpSession } from '#api/simulator/own-session.ts'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { type Product, PUBLISHABLE_KEY, SECRET_KEY, startProduct } from './product.ts'

/** The part of the answer that this test looks at. */
const listReply = { parse: (reply: unknown) => ({ success: Object(reply).success as boolean }) }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A loaded machine compiles and starts slowly. */
const PATIENCE_MS = 60_000
const PASSWORD = 'a-long-enough-password'

let product: Product
let member: { id: string; email: string }
const sent = vi.fn((_request: string) => {})

beforeAll(async () => {
  product = await startProduct()
  openPage()
  const send = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    sent(`${init?.method ?? 'GET'} ${String(input).slice(product.url.length)}`)
    return send(input, init)
  })
}, 120_000)

afterAll(async () => {
  vi.unstubAllGlobals()
  await product.stop()
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await product.shiftClock(0)
  member = await newMember()
  await signIn(member.email, PASSWORD)
  await vi.waitFor(() => expect(sessionStore.get().status).toBe('member'), PATIENCE_MS)
  sent.mockClear()
}, PATIENCE_MS)

afterEach(async () => {
  vi.useRealTimers()
  await product.shiftClock(0)
  await (await openIdentity()).signOut({ scope: 'local' })
  forgetEnding()
  localStorage.clear()
}, PATIENCE_MS)

/** Every kind of call that a page sends with the member's token, and what it returns. */
const CALLS: Record<string, () => Promise<unknown>> = {
  'a read': async () => (await readRows<{ id: string }>('/rest/v1/users?select=id'))[0]?.id,
  'a write': async () => {
    const { data } = await dataApi()
      .from('users')
      .update({ display_name: 'Written' })
      .eq('id', member.id)
      .select('id')
      .single()
      .throwOnError()
    return data.id
  },
  'a function': async () =>
    (await callFunction('list-sessions', listSessionsReply, { method: 'GET' })).sessions.length >
      0 && member.id,
  'an upload': async () => {
    await uploadFile('avatars', `${member.id}/${crypto.randomUUID()}.png`, PICTURE)
    return member.id
  },
  'a call of the identity service': async () => (await askIdentity<{ id: string }>('user')).id,
  'a call of the identity client': async () => {
    const { data, error } = await (await openIdentity()).updateUser({ data: { note: 'x' } })
    if (error) throw error
    return data.user.id
  },
}

const JUMPS = [
  ['two days back', -2 * DAY_MS],
  ['an hour back', -HOUR_MS],
  ['an hour ahead', HOUR_MS + 60_000],
  ['thirty days ahead', 30 * DAY_MS],
] as const

for (const [call, run] of Object.entries(CALLS)) {
  test.each(JUMPS)(`${call} goes through when the server's clock jumps %s`, async (_jump, ms) => {
    await product.shiftClock(ms)

    await expect(run()).resolves.toBe(member.id)

    expect(refreshes()).toHaveLength(ms > 0 ? 1 : 0)
  })

  test.each(JUMPS)(
    `${call} goes through when this computer's clock jumps %s`,
    async (_jump, ms) => {
      vi.setSystemTime(Date.now() + ms)

      await expect(run()).resolves.toBe(member.id)

      expect(refreshes()).toHaveLength(ms > 0 ? 1 : 0)
    },
  )

  test.each([
    ['two days', -2 * DAY_MS],
    ['an hour', -HOUR_MS],
  ])(`${call} goes through after the token's end on a computer set back by %s`, async (_by, ms) => {
    vi.setSystemTime(Date.now() + ms)
    await product.shiftClock(HOUR_MS + 60_000)

    await expect(run()).resolves.toBe(member.id)

    expect(refreshes()).toHaveLength(1)
  })
}

test('calls that are refused together share one renewal', async () => {
  await product.shiftClock(30 * DAY_MS)

  const results = await Promise.all(Object.values(CALLS).map((run) => run()))

  expect(results).toEqual(Object.values(CALLS).map(() => member.id))
  expect(refreshes()).toHaveLength(1)
})

test("the simulator's own session is renewed in the same way, for functions too", async () => {
  await pickUpSession()
  await product.shiftClock(HOUR_MS + 60_000)
  sent.mockClear()

  await expect(
    ownBackend().callFunction('sync-bolt-projects', listReply, { localProjects: [] }),
  ).resolves.toEqual({ success: true })

  expect(refreshes()).toHaveLength(1)
})

test('a call that was refused before another one renewed the token takes the new one', async () => {
  await product.shiftClock(30 * DAY_MS)
  await CALLS['a read']?.()
  const renewed = storedTokens()?.access_token
  sent.mockClear()

  await expect(CALLS['a write']?.()).resolves.toBe(member.id)

  expect(refreshes()).toEqual([])
  expect(storedTokens()?.access_token).toBe(renewed)
})

test('a sign-out everywhere ends the sessions although its token had expired', async () => {
  const elsewhere = await signInElsewhere()
  await product.shiftClock(HOUR_MS + 60_000)

  await (await openIdentity()).signOut({ scope: 'global' })

  await expect(
    asVisitor('/auth/v1/token?grant_type=refresh_token', { refresh_token: elsewhere }),
  ).rejects.toThrow(/session_not_found|refresh_token_not_found/)
})

test('a session that cannot be renewed ends with a reason, and its page is told', async () => {
  const before: Session = sessionStore.get()
  expect(before.status).toBe('member')
  await endAtServer()
  await product.shiftClock(30 * DAY_MS)

  await expect(CALLS['a read']?.()).rejects.toMatchObject({ code: 'PGRST303' })

  expect(localStorage.getItem(storageKey())).toBeNull()
  expect(localStorage.getItem('session-ended')).toBe('signedOut')
  expect(refreshes()).toHaveLength(1)
})

test('a page that is opened after such an end has a visitor, not a failure', async () => {
  await endAtServer()
  await product.shiftClock(30 * DAY_MS)
  sessionStore.set({ status: 'loading' })

  await readSession()

  expect(sessionStore.get()).toEqual({ status: 'visitor' })
})

test('a renewal that an outage prevents ends nothing: the next call tries it again', async () => {
  await product.shiftClock(30 * DAY_MS)
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    String(input).includes('/token')
      ? Promise.resolve(Response.json({ message: 'Too many' }, { status: 429 }))
      : real(input, init),
  )

  await expect(CALLS['a read']?.()).rejects.toMatchObject({ code: 'PGRST303' })
  expect(storedTokens()).not.toBeNull()

  vi.stubGlobal('fetch', real)
  // The identity client does not repeat a failed renewal at once.
  vi.setSystemTime(Date.now() + 60_000)
  await expect(CALLS['a read']?.()).resolves.toBe(member.id)
})

test('a call of one member is not repeated for the next one', async () => {
  const real = globalThis.fetch
  const other = await newMember()
  await product.shiftClock(30 * DAY_MS)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const answer = await real(input, init)
    vi.stubGlobal('fetch', real)
    await signIn(other.email, PASSWORD)
    return answer
  })

  await expect(CALLS['a write']?.()).rejects.toMatchObject({ code: 'PGRST303' })

  expect(sent.mock.calls.filter(([request]) => request.startsWith('PATCH'))).toHaveLength(1)
})

test('a token that is refused although it is new ends the session instead of being renewed for ever', async () => {
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).includes('/rest/v1/')) return real(input, init)
    sent(`GET ${input}`)
    return Promise.resolve(
      Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 }),
    )
  })

  await expect(CALLS['a read']?.()).rejects.toMatchObject({ code: 'PGRST303' })

  vi.stubGlobal('fetch', real)
  expect(refreshes()).toHaveLength(1)
  expect(storedTokens()).toBeNull()
  expect(localStorage.getItem('session-ended')).toBe('signedOut')
})

/** A page with Node's `fetch`: that of the simulated browser cannot clone responses. */
function openPage() {
  const page = new Window({ url: product.url })
  vi.stubGlobal('window', page)
  for (const name of [
    'document',
    'localStorage',
    'sessionStorage',
    'location',
    'history',
  ] as const) {
    vi.stubGlobal(name, page[name])
  }
  document.body.innerHTML = configScript({
    ...exampleConfig,
    apiUrl: product.url,
    siteUrl: product.url,
    publishableKey: PUBLISHABLE_KEY,
  })
}

/** One pixel. */
const PICTURE = new Blob(
  [
    Uint8Array.from(
      atob(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      ),
      (letter) => letter.charCodeAt(0),
    ),
  ],
  { type: 'image/png' },
)

const refreshes = () =>
  sent.mock.calls.filter(([request]) => request.includes('grant_type=refresh_token'))

async function newMember() {
  const email = `member-${crypto.randomUUID()}@example.test`
  const { id } = (await asServer('/auth/v1/admin/users', {
    email,
    password: PASSWORD,
    email_confirm: true,
  })) as { id: string }

  return { id, email }
}

/** The refresh token of another session of the member. */
async function signInElsewhere(): Promise<string> {
  const tokens = await asVisitor('/auth/v1/token?grant_type=password', {
    email: member.email,
    password: PASSWORD,
  })
  return (tokens as { refresh_token: string }).refresh_token
}

/** Ends all sessions of the member without this page's knowledge. */
const endAtServer = () =>
  ask('/auth/v1/logout?scope=global', {}, PUBLISHABLE_KEY, storedTokens()?.access_token)

const asServer = (path: string, body: object) => ask(path, body, SECRET_KEY)

const asVisitor = (path: string, body: object) => ask(path, body, PUBLISHABLE_KEY)

async function ask(path: string, body: object, apikey: string, token = apikey): Promise<unknown> {
  const answer = await fetch(product.url + path, {
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

  return JSON.parse(text || 'null')
}
