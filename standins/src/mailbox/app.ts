import { Hono } from 'hono'
import { onlyOwnPages } from '#frame/guard.ts'
import { standin } from '#frame/standin.ts'
import { apiRoutes } from './api-routes.ts'
import inboxScript from './inbox.js?raw'
import { inboxRoutes } from './inbox-routes.ts'
import { openMailStore } from './mail-store.ts'
import mailboxCss from './mailbox.css?raw'
import { messageRoutes } from './message-routes.ts'
import { seedMails } from './seed-mails.ts'
import { smtpDoor } from './smtp-door.ts'

/** Plays everybody's mail server: takes each mail, delivers none, and shows them all. */
export const mailbox = standin({
  name: 'mailbox',
  title: 'Mailbox',
  plays: 'Plays everyone’s mail server: it takes every mail and delivers none.',
  links: [{ href: '/', label: 'Inbox' }],
  files: { 'mailbox.css': mailboxCss, 'inbox.js': inboxScript },
  remember: openMailStore,
  app: (needs) =>
    new Hono()
      .use(onlyOwnPages)
      .route('/', inboxRoutes(needs))
      .route('/messages', messageRoutes(needs))
      .route('/api', apiRoutes(needs)),
  seed: ({ memory }, wish) => seedMails(memory, wish),
  doors: { smtp: smtpDoor },
})

type MailboxOptions = { dataDir: string; httpPort?: number; smtpPort?: number; host?: string }

/** `smtpUrl` is what a sender's configuration wants: it also says not to ask who signed the certificate. */
export async function startMailbox({ dataDir, httpPort = 0, smtpPort = 0, host }: MailboxOptions) {
  const ports = { http: httpPort, smtp: smtpPort }
  const { url, addresses, close } = await mailbox.start({ dataDir, ports, ...(host && { host }) })

  return { url, smtpUrl: addresses.smtp ?? '', close }
}
