import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Needs } from '#frame/declaration.ts'
import { type Door, listenOn } from '#frame/door.ts'
import type { MailStore } from './mail-store.ts'
import { receiveRecipient } from './receive-recipient.ts'
import { smtpSteps } from './smtp-steps.ts'
import type { Certificate } from './throwaway-certificate.ts'

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024
const IDLE_MS = 60_000
const MAX_CLIENTS = 200

/** Takes mail from anyone on this machine, with or without a name and a password, and delivers none of it. */
export function smtpDoor(
  { memory, faults, log }: Needs<MailStore>,
  certificate: Certificate,
): Door {
  const sockets = new Map<number | undefined, Socket>()
  const { step } = smtpSteps({
    faults,
    log,
    hangUp: ({ remotePort }) => sockets.get(remotePort)?.resetAndDestroy(),
  })

  const server = new SMTPServer({
    ...certificate,
    name: 'localhost',
    banner: 'Local stand-in, delivers nothing',
    logger: false,
    size: MAX_MESSAGE_BYTES,
    rejectOversized: true,
    authOptional: true,
    allowInsecureAuth: true,
    hideENHANCEDSTATUSCODES: false,
    disableReverseLookup: true,
    socketTimeout: IDLE_MS,
    maxClients: MAX_CLIENTS,
    onConnect: (session, done) => answer(done, step(session, '/connect')),
    onAuth: (auth, session, done) =>
      step(session, '/auth').then(() => done(null, { user: auth.username ?? 'somebody' }), done),
    onMailFrom: ({ address }, session, done) => answer(done, step(session, `/mail/${address}`)),
    onRcptTo: ({ address }, session, done) =>
      answer(
        done,
        step(session, `/rcpt/${address}`, () => receiveRecipient(memory, address)),
      ),
    onData: (stream, session, done) => answer(done, receiveMessage(stream, session)),
  })

  async function receiveMessage(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const chunks: Buffer[] = []
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk)
    // The server itself refuses what is too long.
    if (stream.sizeExceeded) return

    const { mailFrom, rcptTo } = session.envelope
    await step(session, '/data', async () => {
      const envelope = {
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map((one) => one.address),
      }
      await memory.keep(envelope, Buffer.concat(chunks))
    })
  }

  server.server.on('connection', (socket) => {
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  // A sender that hangs up in the middle is its own business.
  server.on('error', () => undefined)

  return {
    // The certificate is our own, so a sender must be told not to ask who signed it.
    async open(port, host) {
      const authority = await listenOn(server.server, port, host)
      return `smtp://${authority}?tls.rejectUnauthorized=false`
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        // Senders keep idle connections for the next mail.
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}

const answer = (done: (problem?: Error | null) => void, work: Promise<void>): void => {
  work.then(() => done(), done)
}
