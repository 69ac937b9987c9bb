import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Needs } from '#runtime/declaration.ts'
import { who } from '#runtime/page.ts'
import { type StartOptions, standin } from '#runtime/standin.ts'
import { LIST, type NewsletterMemory, openNewsletterMemory, seedSubscribers } from './memory.ts'
import { type Answer, readSubmission, subscribe } from './subscribe.ts'

const SHOWN = 50

/** Plays the mailing service's embedded form. */
export const newsletter = standin({
  name: 'newsletter',
  title: 'Mailing list',
  plays: 'Plays Mailchimp’s sign-up form: it remembers who subscribed, and sends no mail.',
  home: 'Subscribers',
  remember: openNewsletterMemory,
  list: ({ memory }) =>
    memory.state.subscribers
      .toReversed()
      .slice(0, SHOWN)
      .map(({ email, status, interests }) =>
        who(html`<bdi>${email}</bdi>`, `${status}, ${interests.join(', ') || 'no preferences'}`),
      ),
  app: formRoutes,
  seed: seedSubscribers,
})

/** `env` is for the product's configuration. */
export async function startNewsletter(options: Pick<StartOptions, 'dataDir'>) {
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

/** The service's public form, called by script. Always status 200. */
export function formRoutes(needs: Needs<NewsletterMemory>): Hono {
  return (
    new Hono()
      .get('/subscribe/post-json', async (c) => {
        return c.json(await answerTo(needs, new URL(c.req.url).searchParams))
      })
      // For tests: all subscribers.
      .get('/api/subscribers', (c) => c.json(needs.memory.state.subscribers))
  )
}

async function answerTo(
  { memory, clock, addresses }: Needs<NewsletterMemory>,
  parameters: URLSearchParams,
): Promise<Answer> {
  if (parameters.get('u') !== LIST.account || parameters.get('id') !== LIST.id) {
    return { result: 'error', msg: 'Invalid form request.' }
  }

  return subscribe({ memory, clock, url: addresses.http }, readSubmission(parameters))
}
