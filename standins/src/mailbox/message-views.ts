import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'
import type { OpenMail } from './open-mail.ts'
import type { MailContent } from './read-mail.ts'

const SHOWN_SOURCE_BYTES = 256 * 1024

export const LABELS = { html: 'HTML', text: 'Text', headers: 'Headers', source: 'Source' }
export type View = keyof typeof LABELS
export type Shade = 'light' | 'dark'

export const viewsOf = (content: MailContent): View[] =>
  content.html ? ['html', 'text', 'headers', 'source'] : ['text', 'headers', 'source']

export function showView({ mail, source, content }: OpenMail, view: View, shade: Shade): Markup {
  switch (view) {
    case 'html':
      return htmlView(mail.id, shade)
    case 'text':
      return textView(content)
    case 'headers':
      return headersView(content)
    case 'source':
      return sourceView(mail.id, source)
  }
}

/** The mail's HTML is served sandboxed at its own URL and shown in an iframe. */
const htmlView = (id: string, shade: Shade): Markup => html`
  <p class="tools">
    <span class="quiet">Seen in</span>
    ${(['light', 'dark'] as const).map(
      (one) =>
        html`<a href="/messages/${id}?view=html&amp;shade=${one}"${one === shade ? html` aria-current="true"` : ''}>${one === 'light' ? 'Light' : 'Dark'}</a>`,
    )}
    <a href="/messages/${id}/html" target="_blank" rel="noopener">Open on its own</a>
  </p>
  <iframe class="sheet ${shade}" src="/messages/${id}/html" sandbox title="The mail as its reader sees it"></iframe>`

const textView = (content: MailContent): Markup =>
  content.text
    ? html`<pre class="card words">${content.text}</pre>`
    : html`<p class="quiet words">This mail has no text of its own.</p>`

const headersView = (content: MailContent): Markup => html`
  <div class="scroll headers"><table><tbody>${content.headers.map(
    ({ name, value }) => html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>`,
  )}</tbody></table></div>`

const sourceView = (id: string, source: Uint8Array): Markup => html`
  <p class="tools">
    ${source.length > SHOWN_SOURCE_BYTES ? html`<span class="quiet">Only the beginning is shown.</span>` : ''}
    <a href="/messages/${id}/source">Whole source</a>
  </p>
  <pre class="card words">${Buffer.from(source.subarray(0, SHOWN_SOURCE_BYTES)).toString('utf8')}</pre>`
