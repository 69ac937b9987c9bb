import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Needs } from '#runtime/declaration.ts'
import { type Door, listenOn } from '#runtime/listener.ts'
import type { MailStore } from './mail-store.ts'
import { throwawayCertificate } from './self-signed-certificate.ts'
import { smtpConversation } from './smtp-handlers.ts'
import { smtpSteps } from './smtp-steps.ts'

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024
const IDLE_MS = 60_000
const MAX_CLIENTS = 200

/** Takes mail from anyone on this machine, with or without a name and a password, and delivers none of it. */
export function smtpDoor({ memory, faults, log }: Needs<MailStore>): Door {
  const sockets = new Map<number | undefined, Socket>()
  const step = smtpSteps({
    faults,
    log,
    hangUp: ({ remotePort }) => sockets.get(remotePort)?.resetAndDestroy(),
  })

  const server = new SMTPServer({
    ...throwawayCertificate(),
    ...smtpConversation(memory, step),
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
  // A sender that hangs up in the middle is its own business.
  server.on('error', () => undefined)
  server.server.on('connection', (socket) => {
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })

  return {
    // The certificate is our own, so a sender must be told not to ask who signed it.
    open: async (port, host) =>
      `smtp://${await listenOn(server.server, port, host)}?tls.rejectUnauthorized=false`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        // Senders keep idle connections for the next mail.
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}
