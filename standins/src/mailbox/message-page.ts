import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'
import { codeToCopy, copyButton } from './copy-button.ts'
import type { Mail } from './mail.ts'
import { LABELS, type View, viewsOf } from './message-views.ts'
import type { OpenMail } from './open-mail.ts'
import type { MailAttachment } from './read-mail.ts'
import { longTime } from './show-time.ts'

/** Envelope, codes and links, and below them the mail in the chosen view. */
export const messagePage = (
  { mail, content }: OpenMail,
  chosen: View,
  view: Markup,
): Markup => html`
  <div class="actions">
    <a href="/">← Inbox</a>
    <form method="post" action="/messages/${mail.id}/unread"><button class="button">Mark unread</button></form>
    <form method="post" action="/messages/${mail.id}/delete"><button class="button danger">Delete</button></form>
  </div>
  <h1><bdi>${mail.subject || '(no subject)'}</bdi></h1>
  ${content.problem ? html`<p class="lead" role="note">This mail breaks the rules of its kind (${content.problem}); its source is shown as text.</p>` : ''}
  ${envelope(mail)}
  ${mail.codes.length + mail.links.length > 0 ? extracted(mail) : ''}
  ${content.attachments.length > 0 ? attachments(mail.id, content.attachments) : ''}
  <nav class="tabs" aria-label="Views of this mail">
    ${viewsOf(content).map(
      (one) =>
        html`<a href="/messages/${mail.id}?view=${one}"${one === chosen ? html` aria-current="page"` : ''}>${LABELS[one]}</a>`,
    )}
  </nav>
  ${view}`

const envelope = (mail: Mail) => html`
  <dl class="envelope">
    <dt>From</dt><dd><bdi>${mail.from.name}</bdi> ${mail.from.address ? html`<span class="quiet">&lt;${mail.from.address}&gt;</span>` : ''}</dd>
    <dt>To</dt><dd>${mail.envelope.to.join(', ')}</dd>
    <dt>Received</dt><dd><time datetime="${mail.receivedAt}">${longTime(mail.receivedAt)}</time></dd>
  </dl>`

const extracted = (mail: Mail) => html`
  <section class="card picked" aria-label="Codes and links in this mail">
    ${mail.codes.length > 0 ? html`<div class="codes">${mail.codes.map(codeToCopy)}</div>` : ''}
    ${mail.links.length > 0 ? html`<ul class="links">${mail.links.map(link)}</ul>` : ''}
  </section>`

/** Only http and https URLs. The link text is the URL itself, whatever the mail called it. */
const link = (address: string) =>
  html`<li><a href="${address}" target="_blank" rel="noopener noreferrer" title="${address}">${address}</a>${copyButton(address)}</li>`

const attachments = (id: string, files: MailAttachment[]) => html`
  <section aria-labelledby="attachments">
    <h2 id="attachments">Attached</h2>
    <ul class="attachments">${files.map(
      (file, index) =>
        html`<li><a class="button" href="/messages/${id}/attachments/${index}" download><bdi>${file.name}</bdi> <span class="quiet number">${sizeOf(file.bytes.length)}</span></a></li>`,
    )}</ul>
  </section>`

const sizeOf = (bytes: number) =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 ** 2
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`
