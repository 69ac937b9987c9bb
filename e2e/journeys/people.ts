import type { Page } from '@playwright/test'
import type { Mailbox } from './mailbox.ts'

/** The used part of Playwright's request context, which tests of screens implement too. */
export type Requests = Record<
  'get' | 'post' | 'fetch',
  (
    path: string,
    options?: {
      method?: string
      data?: object
      headers?: Record<string, string>
      maxRedirects?: number
    },
  ) => Promise<Answer>
>

type Answer = {
  ok: () => boolean
  status: () => number
  text: () => Promise<string>
  json: () => Promise<unknown>
}

export type Person = { name: string; email: string; password: string }

export type Tokens = { access_token: string; user: { id: string } }

/** The demo's admin, the only one who may read feedback. */
export const ADMIN: Person = {
  name: 'Alex Rivera',
  email: 'admin@demo.gitferry.test',
  password: 'demo-admin',
}

/** The demo's Pro member, who has a project in each state. */
export const PRO: Person = {
  name: 'Priya Nair',
  email: 'pro@demo.gitferry.test',
  password: 'demo-pro',
}

/** The demo's member without Pro and without a connection to GitHub. */
export const FREE: Person = {
  name: 'Mia Torres',
  email: 'member@demo.gitferry.test',
  password: 'demo-member',
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

/** Makes an account with a confirmed address by the admin call, without any mail. */
export async function makeMember(request: Requests): Promise<Person> {
  const person = newPerson()
  const { email, password, name } = person
  const apikey = process.env.E2E_SECRET_KEY
  if (!apikey) throw new Error('E2E_SECRET_KEY must hold the secret key of the product')

  const made = await request.post('/auth/v1/admin/users', {
    data: { email, password, email_confirm: true, user_metadata: { display_name: name } },
    headers: { apikey },
  })
  if (!made.ok()) throw new Error(`admin/users: ${made.status()} ${await made.text()}`)
  return person
}

/** A member whom the demo's admin has made an admin. */
export async function makeAdmin(request: Requests): Promise<Person> {
  const person = await makeMember(request)
  await setRole(request, person, 'admin')
  return person
}

/** As an admin's page does it. */
export async function setRole(request: Requests, person: Person, role: 'admin' | 'member') {
  const { access_token } = await tokensOf(request, ADMIN)
  const { user } = await tokensOf(request, person)
  const answer = await request.post('/functions/v1/admin-users', {
    data: { action: 'set_role', userId: user.id, role },
    headers: {
      apikey: await publishableKey(request),
      authorization: `Bearer ${access_token}`,
    },
  })

  if (!answer.ok()) throw new Error(`set_role: ${answer.status()} ${await answer.text()}`)
}

/** Registers a person and confirms their address by the link of their mail, which is then the first in their mailbox. */
export async function registerMember(request: Requests, mailbox: Mailbox): Promise<Person> {
  const person = newPerson()
  const { email, password, name } = person

  await identity(request, 'signup', { email, password, data: { display_name: name } })
  await request.get(await mailbox.linkTo(email), { maxRedirects: 0 })
  return person
}

/** A page of a journey, or of a test of screens. */
type Form = {
  getByLabel: (name: string, options?: { exact: true }) => { fill: (text: string) => Promise<void> }
  getByRole: (
    role: 'button',
    options: { name: string; exact?: true },
  ) => { click: () => Promise<void> }
}

/** Types into the registration form and sends it. */
export async function fillInRegistration(page: Form, person: Person): Promise<void> {
  const { name, email, password } = person

  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
}

export async function tokensOf(request: Requests, person: Person): Promise<Tokens> {
  const { email, password } = person

  return (await identity(request, 'token?grant_type=password', { email, password })) as Tokens
}

/** Puts a session into the browser's storage, as after an earlier sign-in. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await putSession(page, await tokensOf(page.request, person))
}

export async function putSession(page: Page, tokens: Tokens): Promise<void> {
  // Every document of this origin has its storage, and an image loads faster than a page.
  await page.goto('/favicon.svg')
  await page.evaluate((session) => {
    localStorage.setItem(
      `sb-${location.hostname.split('.')[0]}-auth-token`,
      JSON.stringify(session),
    )
  }, tokens)
}

/** Calls a server function as whoever is signed in on the page. */
export async function callFunction(page: Page, name: string, data: object): Promise<unknown> {
  const answer = await page.request.post(`/functions/v1/${name}`, {
    data,
    headers: {
      apikey: await publishableKey(page.request),
      authorization: `Bearer ${await storedToken(page)}`,
    },
  })

  if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/** The access token in the storage of the page, which has been at an address of the product. */
function storedToken(page: Page): Promise<string> {
  return page.evaluate(() => {
    const stored = localStorage.getItem(`sb-${location.hostname.split('.')[0]}-auth-token`)

    return JSON.parse(stored ?? '{}').access_token
  })
}

/** Calls the identity service as the pages do. */
export async function identity(
  request: Requests,
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

/** The key is public: every page contains it. One server serves all journeys, so it is read once. */
export function publishableKey(request: Requests): Promise<string> {
  key ??= readKey(request).catch((error: unknown) => {
    key = undefined
    throw error
  })
  return key
}

let key: Promise<string> | undefined

async function readKey(request: Requests): Promise<string> {
  const html = await (await request.get('/unauthorized')).text()
  const found = /"publishableKey":"([^"]+)"/.exec(html)?.[1]

  if (!found) throw new Error('the page contains no publishable key')
  return found
}
