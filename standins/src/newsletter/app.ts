import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Needs } from '#runtime/declaration.ts'
import { rows, who } from '#runtime/page.ts'
import { type StartOptions, standin } from '#runtime/standin.ts'
import { formRoutes } from './form-routes.ts'
import { LIST, type NewsletterMemory, openNewsletterMemory, seedSubscribers } from './memory.ts'

/** Plays the mailing service's embedded form. */
export const newsletter = standin({
  name: 'newsletter',
  title: 'Mailing list',
  plays:
    'Plays Mailchimp’s sign-up form: it remembers who subscribed and asks them to confirm by mail, in the mailbox next door.',
  links: [{ href: '/', label: 'Subscribers' }],
  remember: openNewsletterMemory,
  app: (needs) => new Hono().route('/', formRoutes(needs)).route('/', subscribersRoutes(needs)),
  seed: seedSubscribers,
})

/** `env` is for the product's configuration. */
export async function startNewsletter(options: Pick<StartOptions, 'dataDir' | 'smtpUrl'>) {
  const { url, close } = await newsletter.start(options)

  return {
    url,
    env: {
      NEWSLETTER_URL: url,
      NEWSLETTER_U: LIST.account,
      NEWSLETTER_ID: LIST.id,
      NEWSLETTER_GROUP: LIST.group,
    },
    close,
  }
}

const SHOWN = 50

/** The newest subscribers on a page, and all of them for tests. */
const subscribersRoutes = ({ memory, showPage }: Needs<NewsletterMemory>): Hono =>
  new Hono()
    .get('/', (c) => {
      const newest = memory.state.subscribers.toReversed().slice(0, SHOWN)
      return showPage(c, {
        title: 'Subscribers',
        body: html`<h1>Subscribers</h1>
          ${rows(newest.map(({ email, status, interests }) => who(html`<bdi>${email}</bdi>`, `${status}, ${interests.join(', ') || 'no preferences'}`)))}`,
      })
    })
    .get('/api/subscribers', (c) => c.json(memory.state.subscribers))
