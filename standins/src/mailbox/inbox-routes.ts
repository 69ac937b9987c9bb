import { Hono } from 'hono'
import type { Needs } from '#runtime/declaration.ts'
import { readInbox } from './inbox.ts'
import { inboxPage } from './inbox-page.ts'
import type { MailStore } from './mail-store.ts'

/** The list of all mails, and its live updates. */
export function inboxRoutes({ memory: store, clock, addresses, showPage }: Needs<MailStore>): Hono {
  return new Hono()
    .get('/', (c) => {
      const { q: words = '', to = '', page } = c.req.query()
      const inbox = readInbox(store.all(), { words, to, page: Number(page) || 1 })
      const smtpAddress = addresses.smtp?.split('?')[0] ?? ''

      return showPage(c, {
        title: inbox.unread === 0 ? 'Inbox' : `(${inbox.unread}) Inbox`,
        body: inboxPage({ ...inbox, now: clock.now(), smtpAddress }),
        scripts: ['inbox.js'],
      })
    })
    .post('/delete-all', async (c) => {
      await store.removeAll()
      return c.redirect('/', 303)
    })
    .get('/events', () => eventStream(store))
}

const CHANGE = new TextEncoder().encode('event: change\ndata:\n\n')

/** Notifies open pages that something changed; they reload the list. */
function eventStream(store: MailStore): Response {
  let stop = () => {}

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      stop = store.watch(() => {
        // One queued message is enough: the page then loads the newest state.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(CHANGE)
      })
    },
    cancel: () => stop(),
  })

  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  })
}
