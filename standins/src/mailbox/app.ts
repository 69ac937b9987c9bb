import { type Context, Hono } from 'hono'
import type { Needs } from '#runtime/declaration.ts'
import { InvalidInput } from '#runtime/fields.ts'
import { sameOriginOnly } from '#runtime/guard.ts'
import { standin } from '#runtime/standin.ts'
import { findMails, type Mail, type MailStore, type OpenMail, openMailStore } from './mail-store.ts'
import { mailPages } from './pages.ts'
import { smtpListener } from './smtp-listener.ts'

/** Plays a mail server: accepts every mail, delivers none, and shows them all. */
export const mailbox = standin({
  name: 'mailbox',
  title: 'Mailbox',
  plays: 'Plays everyone’s mail server: it takes every mail and delivers none.',
  home: 'Inbox',
  remember: openMailStore,
  app: (needs) =>
    new Hono().use(sameOriginOnly).route('/', mailPages(needs)).route('/api', apiRoutes(needs)),
  listeners: { smtp: smtpListener },
})

type MailboxOptions = { dataDir: string; httpPort?: number; smtpPort?: number }

/** `smtpUrl` is for the sender's configuration: it also turns off certificate checks. */
export async function startMailbox({ dataDir, httpPort = 0, smtpPort = 0 }: MailboxOptions) {
  const ports = { http: httpPort, smtp: smtpPort }
  const { url, addresses, close } = await mailbox.start({ dataDir, ports })

  return { url, smtpUrl: addresses.smtp ?? '', close }
}

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1_000
const DEFAULT_TIMEOUT_MS = 5_000
const MAX_TIMEOUT_MS = 60_000

/** For tests: the mails of the pages, parsed. */
export function apiRoutes({ memory: store }: Needs<MailStore>): Hono {
  const find = (c: Context) => findMails(store.all(), c.req.query())
  const inFull = async (mails: Mail[]) => {
    const opened = await Promise.all(mails.map((mail) => store.open(mail.id)))
    return opened.filter((one) => one !== undefined).map(apiMessage)
  }

  return new Hono()
    .get('/messages', async (c) => {
      const limit = numberIn(c, 'limit', DEFAULT_LIMIT, MAX_LIMIT)
      return c.json(await inFull(find(c).slice(0, limit)))
    })
    .get('/wait', async (c) => {
      const count = numberIn(c, 'count', 1, MAX_LIMIT)
      const timeoutMs = numberIn(c, 'timeoutMs', DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS)
      const { signal } = c.req.raw
      await untilChange(store, { isEnough: () => find(c).length >= count, timeoutMs, signal })
      const found = find(c)
      if (found.length >= count) return c.json(await inFull(found))

      const error = `Waited ${timeoutMs} ms for ${count} matching, found ${found.length}.`
      return c.json({ error }, 408)
    })
}

type Wanted = { isEnough(): boolean; timeoutMs: number; signal: AbortSignal }

/** Resolves once there is enough, or after the timeout or an abort. */
function untilChange(store: MailStore, { isEnough, timeoutMs, signal }: Wanted): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stopWatching()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const check = () => {
      if (isEnough()) finish()
    }

    const timer = setTimeout(finish, timeoutMs)
    const stopWatching = store.watch(check)
    signal.addEventListener('abort', finish)
    check()
  })
}

const apiMessage = ({ mail, content }: OpenMail) => ({
  id: mail.id,
  receivedAt: mail.receivedAt,
  date: content.date,
  from: mail.from,
  envelopeFrom: mail.envelope.from,
  to: mail.envelope.to,
  subject: mail.subject,
  text: content.text,
  html: content.html,
  headers: Object.fromEntries(
    content.headers.map(({ name, value }) => [name.toLowerCase(), value]),
  ),
  links: mail.links,
  codes: mail.codes,
  size: mail.size,
  problem: content.problem,
})

function numberIn(c: Context, name: string, fallback: number, max: number): number {
  const text = c.req.query(name)
  if (!text) return fallback
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return Math.min(value, max)
  throw new InvalidInput(`"${name}" must be a whole number.`)
}
