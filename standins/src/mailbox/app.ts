import { Hono } from 'hono'
import { fieldsOf, InvalidInput } from '#runtime/fields.ts'
import { sameOriginOnly } from '#runtime/guard.ts'
import { standin } from '#runtime/standin.ts'
import { apiRoutes } from './api-routes.ts'
import inboxScript from './inbox.js?raw'
import { inboxRoutes } from './inbox-routes.ts'
import { type MailStore, openMailStore } from './mail-store.ts'
import mailboxCss from './mailbox.css?raw'
import { messageRoutes } from './message-routes.ts'
import { smtpListener } from './smtp-listener.ts'

/** Plays a mail server: accepts every mail, delivers none, and shows them all. */
export const mailbox = standin({
  name: 'mailbox',
  title: 'Mailbox',
  plays: 'Plays everyone’s mail server: it takes every mail and delivers none.',
  links: [{ href: '/', label: 'Inbox' }],
  files: { 'mailbox.css': mailboxCss, 'inbox.js': inboxScript },
  remember: openMailStore,
  app: (needs) =>
    new Hono()
      .use(sameOriginOnly)
      .route('/', inboxRoutes(needs))
      .route('/messages', messageRoutes(needs))
      .route('/api', apiRoutes(needs)),
  seed: ({ memory }, input) => seedMails(memory, input),
  listeners: { smtp: smtpListener },
})

type MailboxOptions = { dataDir: string; httpPort?: number; smtpPort?: number; host?: string }

/** `smtpUrl` is for the sender's configuration: it also turns off certificate checks. */
export async function startMailbox({ dataDir, httpPort = 0, smtpPort = 0, host }: MailboxOptions) {
  const ports = { http: httpPort, smtp: smtpPort }
  const { url, addresses, close } = await mailbox.start({ dataDir, ports, ...(host && { host }) })

  return { url, smtpUrl: addresses.smtp ?? '', close }
}

/** `{"mails":[{"from":"a@example.test","to":["b@example.test"],"source":"Subject: …"}]}`, oldest first. */
async function seedMails(store: MailStore, input: unknown): Promise<void> {
  const mails = fieldsOf(input).value('mails')
  if (!Array.isArray(mails)) throw new InvalidInput('"mails" must be a list.')

  for (const mail of mails.map(fieldsOf)) {
    const envelope = { from: mail.text('from'), to: mail.texts('to') }
    await store.keep(envelope, Buffer.from(mail.text('source')))
  }
}
