import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Needs } from '#runtime/declaration.ts'
import { type Listener, listenOn } from '#runtime/listener.ts'
import type { MailStore } from './mail-store.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'
import { smtpHandlers } from './smtp-handlers.ts'
import { smtpSteps } from './smtp-steps.ts'

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024
const IDLE_MS = 60_000
const MAX_CLIENTS = 200

/** Accepts mail from this machine, with or without authentication, and delivers none. */
export function smtpListener({ memory, faults, log }: Needs<MailStore>): Listener {
  const sockets = new Map<number | undefined, Socket>()
  const step = smtpSteps({
    faults,
    log,
    dropConnection: ({ remotePort }) => sockets.get(remotePort)?.resetAndDestroy(),
  })

  const server = new SMTPServer({
    ...selfSignedCertificate(),
    ...smtpHandlers(memory, step),
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
  })
  // Dropped connections of senders are no error here.
  server.on('error', () => undefined)
  server.server.on('connection', (socket) => {
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })

  return {
    // The certificate is self-signed, so senders must not verify it.
    open: async (port, host) =>
      `smtp://${await listenOn(server.server, port, host)}?tls.rejectUnauthorized=false`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        // Senders keep idle connections open.
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}
