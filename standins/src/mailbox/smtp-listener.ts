import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import type { Needs } from '#runtime/declaration.ts'
import { type Listener, listenOn } from '#runtime/listener.ts'
import type { MailStore } from './mail-store.ts'

const MAX_MESSAGE_BYTES = 10 * 1024 * 1024
const IDLE_MS = 60_000
const MAX_CLIENTS = 200

/** Accepts mail from this machine, with or without authentication; never forwards it. */
export function smtpListener(needs: Needs<MailStore>): Listener {
  const sockets = new Map<number | undefined, Socket>()
  const server = new SMTPServer({
    ...smtpSteps(needs, ({ remotePort }) => sockets.get(remotePort)?.resetAndDestroy()),
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
    // STARTTLS uses smtp-server's own self-signed certificate, so senders must not verify it.
    open: async (port) =>
      `smtp://${await listenOn(server.server, port)}?tls.rejectUnauthorized=false`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        // Senders keep idle connections open.
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}

type Answers = Pick<
  SMTPServerOptions,
  'onConnect' | 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData'
>

/** Accepts each SMTP step, unless a test address or a fault requires otherwise. */
function smtpSteps(
  needs: Needs<MailStore>,
  dropConnection: (session: SMTPServerSession) => void,
): Answers {
  const { memory: store } = needs
  const step = loggedSteps(needs, dropConnection)

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

/** Runs one SMTP step, unless a fault applies, and logs it. */
type Step = (session: SMTPServerSession, path: string, work?: () => Promise<void>) => Promise<void>

/**
 * Faults apply to SMTP as to HTTP: the method is `SMTP`, the path `/connect`, `/auth`, `/mail/<sender>`,
 * `/rcpt/<recipient>` or `/data`. A status from 400 refuses the step; a smaller one claims success and does nothing.
 */
function loggedSteps(
  { faults, log }: Needs<MailStore>,
  dropConnection: (session: SMTPServerSession) => void,
): Step {
  const perform = async (...[session, path, work]: Parameters<Step>): Promise<number | null> => {
    const fault = await faults.consume('SMTP', path)
    if (fault?.latencyMs) await faults.delay(fault)
    if (fault?.status && fault.status >= 400) {
      throw new SmtpRefusal(fault.status, 'This is a fault the stand-in was told to show')
    }
    if (fault?.drop !== 'before' && !fault?.status) await work?.()
    if (!fault?.drop) return 250

    dropConnection(session)
    return null
  }

  return async (session, path, work) => {
    const entry = { method: 'SMTP', path, headers: null, body: null }
    try {
      log.add({ ...entry, status: await perform(session, path, work) })
    } catch (error) {
      log.add({ ...entry, status: error instanceof SmtpRefusal ? error.responseCode : 451 })
      throw error
    }
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

/** smtp-server reads the reply code from `responseCode`. */
class SmtpRefusal extends Error {
  override readonly name = 'SmtpRefusal'
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const DEFAULT_DELAY_MS = 2_000
const MAX_DELAY_MS = 30_000

/**
 * Accepts a recipient, unless it is a test address: `bounce@…` and `bounce+anything@…` are refused; `defer@…` is
 * deferred always, `defer+3@…` three times; `slow@…` and `slow+500@…` are delayed, in milliseconds.
 */
async function receiveRecipient(store: MailStore, address: string): Promise<void> {
  const [, name, detail] = /^(bounce|defer|slow)(?:\+([^@]*))?@/i.exec(address.toLowerCase()) ?? []
  const number = detail && /^\d{1,6}$/.test(detail) ? Number(detail) : undefined

  if (name === 'bounce') throw new SmtpRefusal(550, 'No such mailbox here')
  if (name === 'slow') await wait(Math.min(number ?? DEFAULT_DELAY_MS, MAX_DELAY_MS))
  if (name === 'defer' && (await store.countTry(address.toLowerCase())) <= (number ?? Infinity)) {
    throw new SmtpRefusal(451, 'Mailbox busy, try again later')
  }
}
