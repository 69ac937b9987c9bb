import { Hono } from 'hono'
import { sameOriginOnly } from '#runtime/guard.ts'
import { standin } from '#runtime/standin.ts'
import { apiRoutes } from './api-routes.ts'
import { openMailStore } from './mail-store.ts'
import { mailPages } from './pages.ts'
import { smtpListener } from './smtp-listener.ts'

/** Plays a mail server: accepts every mail, delivers none, and shows them all. */
export const mailbox = standin({
  name: 'mailbox',
  title: 'Mailbox',
  plays: 'Plays everyone’s mail server: it takes every mail and delivers none.',
  links: [{ href: '/', label: 'Inbox' }],
  remember: openMailStore,
  app: (needs) =>
    new Hono().use(sameOriginOnly).route('/', mailPages(needs)).route('/api', apiRoutes(needs)),
  listeners: { smtp: smtpListener },
})

type MailboxOptions = { dataDir: string; httpPort?: number; smtpPort?: number }

/** `smtpUrl` is for the sender's configuration: it also turns off certificate checks. */
export async function startMailbox({ dataDir, httpPort = 0, smtpPort = 0 }: MailboxOptions) {
  const ports = { http: httpPort, smtp: smtpPort }
  const { url, addresses, close } = await mailbox.start({ dataDir, ports })

  return { url, smtpUrl: addresses.smtp ?? '', close }
}
