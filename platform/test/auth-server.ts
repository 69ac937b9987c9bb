import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMailbox } from '@app/standins/mailbox'
import { onTestFinished } from 'vitest'
import type { MovableClock } from '#clock/clock.ts'
import type { Environment } from '#config/environment.ts'
import { type Database, theServer } from '#db/database.ts'
import { startTestServer, type TestServerOptions } from '#test/test-server.ts'
import { recycledDatabase } from './recycled-database.ts'

export const JWT_SECRET = 'a-secret-of-the-tests-with-more-than-32-characters'
const PUBLISHABLE = 'sb_publishable_0123456789abcdefghij'
const SECRET = 'sb_secret_0123456789abcdefghijklmnop'

const KEYS = {
  PUBLISHABLE_KEY: PUBLISHABLE,
  SECRET_KEY: SECRET,
}

export type Answer<Body = Record<string, unknown>> = {
  status: number
  headers: Headers
  body: Body
}

type Call = {
  method?: string
  body?: unknown
  headers?: Record<string, string | undefined>
  /** A bearer token. */
  as?: string
  /** The client's address, as a proxy would forward it. */
  from?: string
}

export type AuthOptions = {
  env?: Environment
  /** Mails are sent to a mailbox of the test. */
  withMail?: boolean
  clock?: MovableClock
  /** That of a server that was stopped, for tests of a restart. */
  db?: Database
}

/** The identity service over real HTTP, with what tests read from it. */
export const startAuth = (options?: AuthOptions) => startAuthOn(startTestServer, options)

type Started = { url: string; settle(): Promise<void> }

/** The same on a server that the caller starts. */
export async function startAuthOn<Server extends Started>(
  start: (options: TestServerOptions) => Promise<Server>,
  { env = {}, withMail = false, clock, db: given }: AuthOptions = {},
) {
  const db = given ?? (await recycledDatabase(clock))
  const mailbox = withMail ? await openMailbox() : null
  const server = await start({
    db,
    ...(clock && { clock }),
    env: {
      ...KEYS,
      TRUSTED_PROXIES: '127.0.0.1',
      ...(mailbox && { SMTP_URL: mailbox.smtpUrl }),
      ...env,
    },
  })
  const base = `${server.url}/auth/v1`
  const call = <Body = Record<string, unknown>>(path: string, options: Call = {}) =>
    callAuth<Body>(base, path, options)
  const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await db.ask<Row>(theServer, { text, values })).rows

  return {
    ...server,
    base,
    call,
    post: <Body = Record<string, unknown>>(path: string, body: unknown, options: Call = {}) =>
      call<Body>(path, { method: 'POST', body, ...options }),
    admin: <Body = Record<string, unknown>>(path: string, options: Call = {}) =>
      call<Body>(path, { as: SECRET, ...options }),
    sql,
    keys: { publishable: PUBLISHABLE, secret: SECRET },
    /** The newest mail to an address, once it has arrived: the last queued, because mails can overtake each other. */
    mailTo: async (address: string) => {
      await server.settle()
      const [last] = await sql<{ message_id: string }>(
        'select message_id from ops.mail_outbox where to_address = $1 order by created_at desc limit 1',
        [address],
      )
      const mails = await allMails(mailbox?.url ?? '', address)
      const mail = mails.find(({ headers }) => headers['message-id'] === last?.message_id)
      if (!mail) throw new Error(`No mail to ${address}`)

      return withProof(mail)
    },
    mailsTo: async (address: string) => {
      await server.settle()
      return allMails(mailbox?.url ?? '', address)
    },
  }
}

export type AuthServer = Awaited<ReturnType<typeof startAuth>>

async function callAuth<Body>(base: string, path: string, options: Call): Promise<Answer<Body>> {
  const { method = 'GET', body, headers, as, from } = options
  const given = {
    apikey: PUBLISHABLE,
    'x-supabase-api-version': '2024-01-01',
    ...(as && { authorization: `Bearer ${as}` }),
    ...(from && { 'x-forwarded-for': from }),
    ...(method !== 'GET' && { 'content-type': 'application/json;charset=UTF-8' }),
    ...headers,
  }
  const answer = await fetch(base + path, {
    method,
    redirect: 'manual',
    headers: Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()

  return { status: answer.status, headers: answer.headers, body: parsed(text) as Body }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function openMailbox() {
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-mailbox-'))
  const mailbox = await startMailbox({ dataDir })
  onTestFinished(async () => {
    await mailbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  return mailbox
}

export type ReceivedMail = {
  subject: string
  text: string
  html: string
  links: string[]
  codes: string[]
  headers: Record<string, string>
}

async function allMails(mailboxUrl: string, address: string): Promise<ReceivedMail[]> {
  const found = await fetch(`${mailboxUrl}/api/messages?to=${encodeURIComponent(address)}`)

  return (await found.json()) as ReceivedMail[]
}

function withProof(mail: ReceivedMail) {
  const link = mail.links.find((one) => one.includes('/auth/v1/verify')) ?? ''

  return { ...mail, link, code: /\b\d{6}\b/.exec(mail.text)?.[0] ?? '' }
}
