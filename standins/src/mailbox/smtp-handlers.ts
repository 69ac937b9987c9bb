import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import type { MailStore } from './mail-store.ts'
import { receiveRecipient } from './receive-recipient.ts'
import type { Step } from './smtp-steps.ts'

type Answers = Pick<
  SMTPServerOptions,
  'onConnect' | 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData'
>

/** Accepts each SMTP step, unless a test address or a fault says otherwise. */
export function smtpHandlers(store: MailStore, step: Step): Answers {
  return {
    onConnect: (session, done) => answer(done, step(session, '/connect')),
    onAuth: (auth, session, done) => {
      step(session, '/auth').then(() => done(null, { user: auth.username ?? 'somebody' }), done)
    },
    onMailFrom: ({ address }, session, done) => answer(done, step(session, `/mail/${address}`)),
    onRcptTo({ address }, session, done) {
      const receive = () => receiveRecipient(store, address)
      answer(done, step(session, `/rcpt/${address}`, receive))
    },
    onData: (stream, session, done) => answer(done, receiveMessage(store, step, stream, session)),
  }
}

async function receiveMessage(
  store: MailStore,
  step: Step,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk)
  // smtp-server itself refuses oversized mails.
  if (stream.sizeExceeded) return

  const { mailFrom, rcptTo } = session.envelope
  const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map((one) => one.address) }
  await step(session, '/data', async () => {
    await store.keep(envelope, Buffer.concat(chunks))
  })
}

const answer = (done: (problem?: Error | null) => void, work: Promise<void>): void => {
  work.then(() => done(), done)
}
