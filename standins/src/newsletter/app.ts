import { Hono } from 'hono'
import { standin } from '#runtime/standin.ts'
import { formRoutes } from './form-routes.ts'
import { localList } from './list.ts'
import { openNewsletterMemory } from './memory.ts'
import newsletterCss from './newsletter.css?raw'
import { seedSubscribers } from './seed-subscribers.ts'
import { subscribersRoutes } from './subscribers-routes.ts'

/** Plays the mailing service's embedded form. */
export const newsletter = standin({
  name: 'newsletter',
  title: 'Mailing list',
  plays:
    'Plays Mailchimp’s sign-up form: it remembers who subscribed and asks them to confirm by mail, in the mailbox next door.',
  links: [{ href: '/', label: 'Subscribers' }],
  files: { 'newsletter.css': newsletterCss },
  remember: openNewsletterMemory,
  app: (needs) => new Hono().route('/', formRoutes(needs)).route('/', subscribersRoutes(needs)),
  seed: seedSubscribers,
})

type NewsletterOptions = { dataDir: string; port?: number; host?: string; smtpUrl?: string }

/** `env` is for the product's configuration. */
export async function startNewsletter({ dataDir, port = 0, host, smtpUrl }: NewsletterOptions) {
  const { url, close } = await newsletter.start({
    dataDir,
    ports: { http: port },
    smtpUrl,
    ...(host && { host }),
  })

  return {
    url,
    env: {
      NEWSLETTER_URL: url,
      NEWSLETTER_U: localList.account,
      NEWSLETTER_ID: localList.id,
      NEWSLETTER_GROUP: localList.group,
    },
    close,
  }
}
