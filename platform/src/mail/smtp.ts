import nodemailer from 'nodemailer'
import { type Outcome, outcomeOf } from './smtp-outcome.ts'

const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 30_000

export type SmtpOptions = {
  /** `smtp:` takes STARTTLS where it is offered (`?requireTLS=true` insists), `smtps:` begins with TLS. */
  url: string
  from: string
  /** How many mails travel at the same time. */
  connections?: number
  /** After so many a connection is replaced. */
  mailsPerConnection?: number
}

export type Envelope = {
  to: string
  subject: string
  html: string
  text: string
  language: string
  messageId: string
  date: Date
}

export type Smtp = {
  readonly connections: number
  /** What the mail server's names for our mails end with. */
  readonly messageIdHost: string
  /** Never rejects. */
  send(mail: Envelope): Promise<Outcome>
  close(): void
}

const DEFAULT_CONNECTIONS = 4
const DEFAULT_MAILS_PER_CONNECTION = 100

/** The way to the mail server, over connections that are kept. */
export function openSmtp({
  url,
  from,
  connections = DEFAULT_CONNECTIONS,
  mailsPerConnection = DEFAULT_MAILS_PER_CONNECTION,
}: SmtpOptions): Smtp {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: mailsPerConnection,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    dnsTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    // A connection that breaks may have delivered its mail: whether to send it again is for the outbox to say.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Broken idle connections are the pool's own business.
  transport.on('error', () => {})

  return {
    connections,
    messageIdHost: /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost',
    send: ({ to, language, ...mail }) =>
      transport
        .sendMail({
          ...mail,
          from,
          to: { name: '', address: to },
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
          xMailer: false,
        })
        .then(() => ({ kind: 'taken' as const }), outcomeOf),
    close: () => transport.close(),
  }
}
