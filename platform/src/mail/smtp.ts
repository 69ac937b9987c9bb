import nodemailer from 'nodemailer'
import { type Outcome, outcomeOf } from './smtp-outcome.ts'

const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 30_000

export type SmtpOptions = {
  /** `smtp:` uses STARTTLS if offered (`?requireTLS=true` requires it); `smtps:` uses TLS from the start. */
  url: string
  from: string
  /** The number of parallel connections. */
  connections?: number
  /** Mails per connection. */
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
  /** The host part of our Message-IDs. */
  readonly messageIdHost: string
  /** Never rejects. */
  send(mail: Envelope): Promise<Outcome>
  close(): void
}

const DEFAULT_CONNECTIONS = 4
const DEFAULT_MAILS_PER_CONNECTION = 100

/** The SMTP client, with pooled connections. */
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
    // A broken connection may have delivered its mail, so the outbox decides about a retry.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The pool handles broken idle connections.
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
