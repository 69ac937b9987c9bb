import { Hono } from 'hono'
import { html } from 'hono/html'
import type { RequestContext } from '#http/frame/context.ts'
import type { KeptMail, Mailbox } from '#mail/mailbox.ts'

/** The mails of a local project: pages for people, and the part of Mailpit's API that tests of projects use. */
export function mailboxRoutes(mailbox: Mailbox): Hono<RequestContext> {
  return new Hono<RequestContext>()
    .use(async (c, next) => {
      // A page of another site could reach this port under a name of its own.
      if (!LOCAL.has(new URL(c.req.url).hostname)) return c.text('Not found', 404)
      c.header('cache-control', 'no-store')
      c.header('x-content-type-options', 'nosniff')
      return next()
    })
    .get('/', (c) => {
      c.header('content-security-policy', PAGE)
      c.header('refresh', '5')
      return c.html(inbox(mailbox.all()))
    })
    .get('/view/:id', (c) => {
      const mail = mailbox.find(c.req.param('id'))
      c.header('content-security-policy', MAIL)
      return mail ? c.html(mail.html) : c.text('Not found', 404)
    })
    .get('/api/v1/messages', (c) => c.json(listed(mailbox.all(), c.req.query())))
    .get('/api/v1/search', (c) => {
      const wanted = (c.req.query('query') ?? '').toLowerCase()
      const [, to = null] = /^to:"?([^"\s]+)"?$/.exec(wanted) ?? []
      const found = mailbox.all().filter((mail) => matches(mail, to, wanted))
      return c.json(listed(found, c.req.query()))
    })
    .get('/api/v1/message/:id', (c) => {
      const id = c.req.param('id')
      const mail = id === 'latest' ? mailbox.all()[0] : mailbox.find(id)
      return mail
        ? c.json({ ...summary(mail), Text: mail.text, HTML: mail.html })
        : c.json({ Error: 'message not found' }, 404)
    })
    .delete('/api/v1/messages', (c) => {
      mailbox.clear()
      return c.text('ok')
    })
    .notFound((c) => c.text('Not found', 404))
}

const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]'])
const PAGE = "default-src 'none'; style-src 'unsafe-inline'"
const MAIL =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'"
const DEFAULT_LIMIT = 50

function listed(mails: readonly KeptMail[], { start, limit }: Record<string, string>) {
  const from = Math.max(0, Math.trunc(Number(start)) || 0)
  const count = Math.max(0, Math.trunc(Number(limit ?? DEFAULT_LIMIT)) || 0)
  const shown = mails.slice(from, from + count).map(summary)

  return { total: mails.length, count: shown.length, start: from, messages: shown }
}

const matches = (mail: KeptMail, to: string | null, words: string) =>
  to === null
    ? `${mail.to} ${mail.subject}`.toLowerCase().includes(words)
    : mail.to.toLowerCase() === to

const summary = (mail: KeptMail) => ({
  ID: mail.id,
  MessageID: mail.messageId.replace(/^<|>$/g, ''),
  From: address(mail.from),
  To: [address(mail.to)],
  Subject: mail.subject,
  Created: mail.date.toISOString(),
  Snippet: mail.text.replace(/\s+/g, ' ').slice(0, 250),
})

function address(text: string) {
  const [, name = '', inside] = /^(.*?)\s*<([^>]*)>$/.exec(text) ?? []

  return { Name: name, Address: inside ?? text }
}

const inbox = (mails: readonly KeptMail[]) => html`<!doctype html>
<html lang="en">
<title>Mailbox</title>
<meta name="viewport" content="width=device-width">
<style>body{font:1rem/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}td{padding:.3rem 1rem .3rem 0}</style>
<h1>Mailbox</h1>
<p>Emails of this project stay here until it stops. Nothing leaves this machine.</p>
${mails.length === 0 ? html`<p>No email yet.</p>` : ''}
<table>${mails.map(
  (mail) =>
    html`<tr><td>${mail.date.toISOString().slice(11, 19)}<td><bdi>${mail.to}</bdi><td><a href="/view/${mail.id}"><bdi>${mail.subject}</bdi></a>`,
)}</table>
</html>`
