import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Needs } from '#runtime/declaration.ts'
import { facts, type Markup, rows, who } from '#runtime/page.ts'
import { findMails, type Mail, type MailStore, type OpenMail } from './mail-store.ts'

const SHOWN = 100
const SNIPPET_LENGTH = 200
const REFRESH_S = 5

/** The list of mails, and one mail with its links and codes. */
export function mailPages({ memory: store, addresses, showPage }: Needs<MailStore>): Hono {
  const withMail =
    (show: (c: Context, opened: OpenMail) => Response | Promise<Response>) =>
    async (c: Context) => {
      const opened = await store.open(c.req.param('id') ?? '')
      return opened
        ? show(c, opened)
        : showPage(c, { title: 'Not here', status: 404, body: notHere })
    }

  return new Hono()
    .get('/', (c) => {
      const { to = '' } = c.req.query()
      const found = findMails(store.all(), { to })
      // New mail shows by itself, also where scripts are off.
      if (!to) c.header('refresh', String(REFRESH_S))
      return showPage(c, {
        title: 'Inbox',
        body: inboxPage(found, to, addresses.smtp?.split('?')[0] ?? ''),
      })
    })
    .get(
      '/messages/:id',
      withMail((c, opened) =>
        showPage(c, { title: subjectOf(opened.mail), body: messagePage(opened) }),
      ),
    )
    .get(
      '/messages/:id/html',
      withMail((c, { content }) => c.body(content.html, 200, SANDBOXED)),
    )
}

/** Mail content is untrusted: in a browser it must not run, load or reach anything. */
const SANDBOXED = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

const inboxPage = (mails: readonly Mail[], to: string, smtpAddress: string): Markup => html`
  <h1>Inbox</h1>
  <p class="lead">Everything sent to <code>${smtpAddress}</code> shows up here. Nothing leaves this machine.</p>
  <form class="actions" role="search" action="/">
    <label for="to">Recipient</label>
    <input class="field" id="to" name="to" type="search" value="${to}">
    <button class="button">Search</button>
  </form>
  ${rows(mails.slice(0, SHOWN).map(row), 'No mail yet.')}
  ${mails.length > SHOWN ? html`<p class="quiet">And ${mails.length - SHOWN} older ones.</p>` : ''}`

const row = (mail: Mail): Markup =>
  html`${who(
    html`<a href="/messages/${mail.id}"><bdi>${subjectOf(mail)}</bdi></a>`,
    html`<bdi>${mail.envelope.to.join(', ')}</bdi>, ${timeOf(mail)}: <bdi>${mail.words.replace(/\s+/g, ' ').slice(0, SNIPPET_LENGTH)}</bdi>`,
  )}${mail.codes[0] ? html` <code>${mail.codes[0]}</code>` : ''}`

const messagePage = ({ mail, content }: OpenMail): Markup => html`
  <h1><bdi>${subjectOf(mail)}</bdi></h1>
  ${content.problem ? html`<p class="lead" role="note">This mail breaks the rules of its kind (${content.problem}); its source is shown as text.</p>` : ''}
  ${facts([
    ['From', html`<bdi>${mail.from.name}</bdi> &lt;${mail.from.address}&gt;`],
    ['To', mail.envelope.to.join(', ')],
    ['Received', timeOf(mail)],
    ...mail.codes.map((code) => ['Code', html`<code>${code}</code>`] as const),
    ...mail.links.map((address) => ['Link', link(address)] as const),
  ])}
  ${content.html ? html`<iframe src="/messages/${mail.id}/html" sandbox title="The mail as its reader sees it"></iframe>` : ''}
  <pre class="command">${content.text || 'This mail has no text of its own.'}</pre>`

/** The link's text is the address itself, whatever the mail called it. */
const link = (address: string) =>
  html`<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`

const subjectOf = ({ subject }: Mail) => subject || '(no subject)'

const timeOf = ({ receivedAt }: Mail) => receivedAt.slice(0, 19).replace('T', ' ')

const notHere = html`
  <h1>This mail is not here</h1>
  <p class="lead">Its address was mistyped. <a href="/">Back to the inbox</a></p>`
