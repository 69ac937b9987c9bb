import { connect, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'

export type Reply = { code: number; text: string }

/** A raw SMTP client that can break the protocol, which libraries do not allow. */
export class SmtpClient {
  #socket: Socket
  #pending = ''
  #replies: Reply[] = []
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void }[] = []
  #end: Error | undefined

  private constructor(socket: Socket) {
    this.#socket = this.#listen(socket)
  }

  /** Connects and reads the greeting. */
  static async connect(smtpUrl: string): Promise<{ client: SmtpClient; greeting: Reply }> {
    const { hostname, port } = new URL(smtpUrl)
    const client = new SmtpClient(connect(Number(port), hostname))

    return { client, greeting: await client.reply() }
  }

  /** Connects and sends EHLO. */
  static async greeted(smtpUrl: string): Promise<SmtpClient> {
    const { client } = await SmtpClient.connect(smtpUrl)
    await client.say('EHLO test.example')

    return client
  }

  async say(line: string): Promise<Reply> {
    this.write(`${line}\r\n`)
    return this.reply()
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** The next reply; rejects when the connection ends first. */
  reply(): Promise<Reply> {
    const reply = this.#replies.shift()
    if (reply) return Promise.resolve(reply)
    if (this.#end) return Promise.reject(this.#end)

    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  async startTls(): Promise<void> {
    await this.say('STARTTLS')
    this.#socket.removeAllListeners('data').removeAllListeners('close')
    const socket = secure({ socket: this.#socket, rejectUnauthorized: false })
    this.#socket = this.#listen(socket)
    await new Promise((resolve) => socket.once('secureConnect', resolve))
  }

  close(): void {
    this.#socket.destroy()
  }

  #listen(socket: Socket): Socket {
    return socket
      .on('data', (chunk) => this.#read(chunk.toString()))
      .on('error', () => undefined)
      .on('close', () => this.#finish(new Error('The connection ended without a reply')))
  }

  #read(text: string): void {
    this.#pending += text
    let match = LAST_LINE.exec(this.#pending)
    while (match) {
      this.#deliver({ code: Number(match[2]), text: match[0] })
      this.#pending = this.#pending.slice(match[0].length)
      match = LAST_LINE.exec(this.#pending)
    }
  }

  #deliver(reply: Reply): void {
    const waiting = this.#waiting.shift()
    if (waiting) waiting.resolve(reply)
    else this.#replies.push(reply)
  }

  #finish(end: Error): void {
    this.#end = end
    for (const { reject } of this.#waiting.splice(0)) reject(end)
  }
}

/** Any number of `250-…` lines, and the `250 …` line that ends the reply. */
const LAST_LINE = /^((?:\d{3}-.*\r\n)*)(\d{3})(?: .*)?\r\n/

/** Dots at the start of a line are doubled, as RFC 5321 has it. */
export const asData = (source: string | Buffer): Buffer => {
  const text = Buffer.from(source as string)
    .toString('latin1')
    .replace(/^\./gm, '..')

  return Buffer.from(`${text}\r\n.\r\n`, 'latin1')
}
