import { Hono } from 'hono'
import type { Needs } from '#runtime/declaration.ts'
import { sameOriginOnly } from '#runtime/guard.ts'
import { confirm } from './confirm.ts'
import type { NewsletterMemory } from './memory.ts'
import { subscribersPage } from './subscribers-page.ts'

const ON_PAGE = 50

/** Subscribers, with buttons to confirm and remove them. */
export function subscribersRoutes({ memory, showPage }: Needs<NewsletterMemory>): Hono {
  return new Hono()
    .use('/', sameOriginOnly)
    .use('/subscribers/*', sameOriginOnly)
    .get('/', (c) => {
      const all = memory.state.subscribers.toReversed()
      const pages = Math.max(1, Math.ceil(all.length / ON_PAGE))
      const page = Math.min(Math.max(1, Number(c.req.query('page')) || 1), pages)
      const shown = all.slice((page - 1) * ON_PAGE, page * ON_PAGE)
      const pending = all.filter(({ status }) => status === 'pending').length

      return showPage(c, {
        title: 'Subscribers',
        body: subscribersPage({ shown, total: all.length, pending, page, pages }),
      })
    })
    .post('/subscribers/:id/confirm', async (c) => {
      await confirm({ memory }, c.req.param('id'))
      return c.redirect('/', 303)
    })
    .post('/subscribers/:id/remove', async (c) => {
      await memory.change((state) => {
        state.subscribers = state.subscribers.filter(({ id }) => id !== c.req.param('id'))
      })
      return c.redirect('/', 303)
    })
    .get('/api/subscribers', (c) => c.json(memory.state.subscribers))
}
