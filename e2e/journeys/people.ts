import type { APIRequestContext, Page } from '@playwright/test'
import type { Mailbox } from './mailbox.ts'

export type Person = { name: string; email: string; password: string }

export type Tokens = { access_token: string; user: { id: string } }

/** The demo's admin, the only one who may read feedback. */
export const ADMIN: Person = {
  name: 'Alex Rivera',
  email: 'admin@demo.gitferry.test',
  password: 'demo-admin',
}

export function newPerson(): Person {
  const id = crypto.randomUUID().slice(0, 8)

  // A word that is wider than a small phone.
  return {
    name: `Nora ${id}${id}${id}`,
    email: `nora-${id}@example.test`,
    password: `secret-${id}`,
  }
}

/** Registers a person and confirms their address, before the journey begins. */
export async function registerMember(
  request: APIRequestContext,
  mailbox: Mailbox,
): Promise<Person> {
  const person = newPerson()
  const { email, password, name } = person

  await identity(request, 'signup', { email, password, data: { display_name: name } })
  await request.get(await mailbox.linkTo(email), { maxRedirects: 0 })
  return person
}

export async function tokensOf(request: APIRequestContext, person: Person): Promise<Tokens> {
  const { email, password } = person

  return (await identity(request, 'token?grant_type=password', { email, password })) as Tokens
}

/** Puts a session into the browser's storage, as after an earlier sign-in. */
export async function signIn(page: Page, person: Person): Promise<void> {
  const tokens = await tokensOf(page.request, person)

  await page.goto('/unauthorized')
  await page.evaluate((session) => {
    localStorage.setItem(
      `sb-${location.hostname.split('.')[0]}-auth-token`,
      JSON.stringify(session),
    )
  }, tokens)
}

/** Calls the identity service as the pages do. */
export async function identity(
  request: APIRequestContext,
  path: string,
  data: object,
  token?: string,
): Promise<unknown> {
  const apikey = await publishableKey(request)
  const answer = await request.post(`/auth/v1/${path}`, {
    data,
    headers: { apikey, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })

  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/** The key is public: every page contains it. */
export async function publishableKey(request: APIRequestContext): Promise<string> {
  const html = await (await request.get('/unauthorized')).text()
  const key = /"publishableKey":"([^"]+)"/.exec(html)?.[1]

  if (!key) throw new Error('the page contains no publishable key')
  return key
}
