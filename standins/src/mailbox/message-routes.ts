import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Needs } from '#runtime/declaration.ts'
import type { MailStore } from './mail-store.ts'
import { messagePage } from './message-page.ts'
import { showView, viewsOf } from './message-views.ts'
import { type OpenMail, openMail } from './open-mail.ts'
import { sendAttachment, sendHtml, sendSource } from './send-parts.ts'

/** One mail and its parts. */
export function messageRoutes({ memory: store, showPage }: Needs<MailStore>): Hono {
  const missing = (c: Context) => showPage(c, { title: 'Not here', status: 404, body: notHere })

  const withMail =
    (show: (c: Context, opened: OpenMail) => Response | Promise<Response>) =>
    async (c: Context) => {
      const opened = await openMail(store, c.req.param('id') ?? '')
      return opened ? show(c, opened) : missing(c)
    }

  return new Hono()
    .get(
      '/:id',
      withMail(async (c, opened) => {
        const { mail, content } = opened
        if (!mail.isRead) await store.markRead(mail.id, true)
        const views = viewsOf(content)
        const view = views.find((one) => one === c.req.query('view')) ?? views[0] ?? 'text'
        const shade = c.req.query('shade') === 'dark' ? 'dark' : 'light'

        return showPage(c, {
          title: mail.subject || '(no subject)',
          body: messagePage(opened, view, showView(opened, view, shade)),
          scripts: ['inbox.js'],
        })
      }),
    )
    .get(
      '/:id/html',
      withMail((c, { content }) => sendHtml(c, content)),
    )
    .get(
      '/:id/source',
      withMail((c, { source }) => sendSource(c, source)),
    )
    .get(
      '/:id/attachments/:index',
      withMail((c, { content }) => {
        const attachment = content.attachments[Number(c.req.param('index'))]
        return attachment ? sendAttachment(c, attachment) : missing(c)
      }),
    )
    .post('/:id/unread', async (c) => {
      await store.markRead(c.req.param('id'), false)
      return c.redirect('/', 303)
    })
    .post('/:id/delete', async (c) => {
      await store.remove(c.req.param('id'))
      return c.redirect('/', 303)
    })
}

const notHere = html`
  <h1>This mail is not here</h1>
  <p class="lead">It was deleted, or its address was mistyped.</p>
  <p class="lead"><a href="/">Back to the inbox</a></p>`
