import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'
import { codeToCopy } from './copy-button.ts'
import type { Inbox } from './inbox.ts'
import { addressOf } from './inbox.ts'
import type { Mail } from './mail.ts'
import { longTime, shortTime } from './show-time.ts'

const SNIPPET_LENGTH = 200

export const inboxPage = (inbox: Inbox): Markup => html`
  <div class="title">
    <h1>Inbox</h1>
    <p class="quiet number" data-live="count">${countOf(inbox)}</p>
    <div data-live="delete">${inbox.total === 0 ? '' : deleteAll(inbox.total)}</div>
  </div>
  ${searchForm(inbox)}
  <div data-live="mails">${mailList(inbox)}</div>`

function mailList(inbox: Inbox): Markup {
  if (inbox.total === 0) return nothingYet(inbox.smtpAddress)
  if (inbox.mails.length === 0) return nothingFound()

  return html`<ol class="mails">${inbox.mails.map((mail) => row(mail, inbox.now))}</ol>${pager(inbox)}`
}

const row = (mail: Mail, now: number) => html`
  <li class="mail${mail.isRead ? '' : ' unread'}">
    <span class="dot">${mail.isRead ? '' : html`<span class="hidden">Unread</span>`}</span>
    <bdi class="to" title="${mail.envelope.to.join(', ')}">${mail.envelope.to.join(', ')}</bdi>
    <span class="line">
      <a class="subject" href="/messages/${mail.id}"><bdi>${mail.subject || '(no subject)'}</bdi></a>
      <bdi class="snippet">${snippetOf(mail)}</bdi>
    </span>
    <span class="marks">${mail.attachments ? html`<span class="clip">${countedFiles(mail.attachments)}</span>` : ''}${mail.codes[0] ? codeToCopy(mail.codes[0]) : ''}</span>
    <time datetime="${mail.receivedAt}" title="${longTime(mail.receivedAt)}">${shortTime(mail.receivedAt, now)}</time>
  </li>`

const snippetOf = (mail: Mail) => mail.words.replace(/\s+/g, ' ').slice(0, SNIPPET_LENGTH)

const countedFiles = (count: number) => (count === 1 ? '1 file' : `${count} files`)

function countOf({ total, unread, found, words, to }: Inbox): string {
  if (words || to) return `${found} of ${total} match`
  if (total === 0) return ''
  const mails = total === 1 ? '1 mail' : `${total} mails`
  return unread === 0 ? `${mails}, all read` : `${mails}, ${unread} unread`
}

const deleteAll = (total: number) => html`
  <details class="confirm">
    <summary class="button plain">Delete all</summary>
    <form method="post" action="/delete-all">
      <p>${total === 1 ? 'The one mail' : `All ${total} mails`} will be gone for good.</p>
      <button class="button danger">Delete ${total === 1 ? 'it' : `all ${total}`}</button>
    </form>
  </details>`

const searchForm = ({ words, to, recipients }: Inbox) => html`
  <form class="search" role="search" action="/">
    <label class="hidden" for="q">Search</label>
    <input class="field wide" id="q" name="q" type="search" value="${words}" placeholder="Search people, subject, text">
    <label class="hidden" for="to">Recipient</label>
    <input class="field" id="to" name="to" type="search" list="recipients" value="${to}" placeholder="Any recipient" autocomplete="off">
    <datalist id="recipients">${recipients.map((one) => html`<option value="${one}"></option>`)}</datalist>
    <button class="button">Search</button>
    ${words || to ? html`<a class="button" href="/">Clear</a>` : ''}
  </form>`

const nothingYet = (smtpAddress: string) => html`
  <div class="card empty">
    <h2>No mail yet</h2>
    <p class="quiet">Everything sent to <code>${smtpAddress}</code> shows up here, at once and without a reload. Nothing leaves this machine.</p>
  </div>`

const nothingFound = () => html`
  <div class="card empty">
    <h2>Nothing matches</h2>
    <p class="quiet">No mail here has all of these words and this recipient.</p>
    <a class="button" href="/">Show all mail</a>
  </div>`

function pager(inbox: Inbox): Markup | string {
  const { page, pages } = inbox
  if (pages < 2) return ''

  return html`<nav class="pager" aria-label="Older and newer mail">
    ${page > 1 ? html`<a class="button" rel="prev" href="${addressOf(inbox, page - 1)}">Newer</a>` : html`<span></span>`}
    <span class="quiet number">Page ${page} of ${pages}</span>
    ${page < pages ? html`<a class="button" rel="next" href="${addressOf(inbox, page + 1)}">Older</a>` : html`<span></span>`}
  </nav>`
}
