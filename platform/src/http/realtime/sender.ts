import type { FramedRequest } from '#http/frame/framed-request.ts'
import { type Caller, readToken } from '#realtime/access/read-token.ts'
import { isCurrent, writeRight } from '#realtime/access/rights.ts'
import { sendBroadcast } from '#realtime/channels/broadcast.ts'
import type { ChannelNeeds } from '#realtime/channels/needs.ts'
import type { Broadcast } from '#realtime/wire/encode.ts'
import { opens } from '#tokens/client-token.ts'
import { handshakeHeaders } from './handshake-headers.ts'

export type Addressed = { topic: string; isPrivate: boolean; broadcast: Broadcast }

/** Who sends by HTTP, and to which private topics they may. */
export class Sender {
  readonly #needs: ChannelNeeds
  readonly #caller: Caller
  readonly #headers: string
  readonly #rights = new Map<string, Promise<boolean>>()

  private constructor(needs: ChannelNeeds, caller: Caller, headers: string) {
    this.#needs = needs
    this.#caller = caller
    this.#headers = headers
  }

  /** The sender of a token, else of the API key; null if there is none. */
  static async of(needs: ChannelNeeds, incoming: FramedRequest): Promise<Sender | null> {
    const { authorization, apikey } = incoming.headers
    const bearer = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
    const token = bearer ?? apikey
    if (typeof token !== 'string') return null
    const verdict = await readToken(needs, token)
    if ('refusal' in verdict || !opens(verdict.caller.claims, 'sync:write')) return null
    if (!(await isCurrent(needs.db, verdict.caller))) return null

    return new Sender(needs, verdict.caller, handshakeHeaders(incoming))
  }

  maySend(topic: string): Promise<boolean> {
    const known = this.#rights.get(topic)
    if (known) return known
    const question = { caller: this.#caller, topic, headers: this.#headers }
    const right = writeRight(this.#needs.db, question, 'broadcast')
    this.#rights.set(topic, right)

    return right
  }

  /** Sends what the sender may send, and drops the rest; false if this server sends too much. */
  async sendAll(messages: readonly Addressed[]): Promise<boolean> {
    const sent: Promise<void>[] = []
    for (const { topic: name, isPrivate, broadcast } of messages) {
      if (isPrivate && !(await this.maySend(name))) continue
      const to = { name, isPrivate }
      if (!this.#needs.hub.admits(to)) return false
      sent.push(sendBroadcast(this.#needs, to, broadcast))
    }
    await Promise.all(sent)
    return true
  }
}
