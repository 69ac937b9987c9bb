type Payload = { status?: string; response?: { reason?: string } }
type Frame = [string | null, string | null, string, string, Record<string, unknown>]

/** For tests: the browser's WebSocket, whose other side the test plays. */
export class FakeSocket {
  readonly url: string
  readyState = 0
  binaryType = 'blob'
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string | ArrayBuffer }) => void) | null = null
  onclose: (() => void) | null = null
  readonly sent: Frame[] = []

  constructor(url: string) {
    this.url = url
  }

  get isClosed(): boolean {
    return this.readyState === 3
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Frame)
  }

  close(): void {
    this.readyState = 3
  }

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  lose(): void {
    this.readyState = 3
    this.onclose?.()
  }

  receive(
    joinRef: string | null,
    ref: string | null,
    topic: string,
    event: string,
    payload: Payload,
  ): void {
    this.onmessage?.({ data: JSON.stringify([joinRef, ref, topic, event, payload]) })
  }

  /** Answers the last join of a topic. */
  reply(name: string, status: 'ok' | 'error', reason?: string): void {
    const ref = this.refOf(name)
    const response = reason === undefined ? {} : { reason }
    this.receive(ref, ref, `realtime:${name}`, 'phx_reply', { status, response })
  }

  /** The frame that a server makes of `realtime.send`. */
  hint(name: string, event: string): void {
    const strings = [`realtime:${name}`, event, '{}'].map((text) => new TextEncoder().encode(text))
    const lengths = strings.map(({ length }) => length)
    const bytes = [4, ...lengths, 1, ...strings.flatMap((one) => [...one]), 123, 125]
    if (this.binaryType !== 'arraybuffer') throw new Error('The page cannot read this frame')
    this.onmessage?.({ data: new Uint8Array(bytes).buffer })
  }

  joins(name: string): number {
    return this.#joinsOf(name).length
  }

  refOf(name: string): string | null {
    return this.#joinsOf(name).at(-1)?.[1] ?? null
  }

  #joinsOf(name: string): Frame[] {
    return this.sent.filter(
      ([, , topic, event]) => topic === `realtime:${name}` && event === 'phx_join',
    )
  }
}

/** A class in place of the page's WebSocket, and the sockets that it opens. */
export function fakeSockets() {
  const opened: FakeSocket[] = []
  class Opened extends FakeSocket {
    constructor(url: string) {
      super(url)
      opened.push(this)
    }
  }

  return { opened, WebSocket: Opened }
}
