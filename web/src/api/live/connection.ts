type Needs = {
  /** The socket's URL with its key. */
  address: string
  /** The member's valid token, or null. */
  token: () => string | null
  onHint: (topic: string, event: string) => void
  /** The topics that are joined now, and the one that has just been. */
  onChange: (joined: ReadonlySet<string>, added?: string) => void
}

type Channel = {
  /** `refused` is final until the topic is followed anew, or the token is renewed. */
  state: 'away' | 'joining' | 'joined' | 'refused'
  ref: string | null
}

/** Of the protocol's version 2.0.0. */
type Message = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: { status?: string; response?: { reason?: string } },
]

const HEARTBEAT_MS = 25_000
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000]
const PREFIX = 'realtime:'
const OPEN = 1

/** A socket to our realtime with private channels, kept open while topics are followed. */
export class Connection {
  readonly #needs: Needs
  readonly #channels = new Map<string, Channel>()
  #socket: WebSocket | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #heartbeat: ReturnType<typeof setInterval> | undefined
  #isAnswered = true
  #failures = 0
  #count = 0
  #sentToken: string | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Joins these topics and leaves others. None closes the socket. */
  follow(topics: readonly string[]): void {
    for (const [topic, { state, ref }] of this.#channels) {
      if (topics.includes(topic)) continue
      this.#channels.delete(topic)
      if (state === 'joined' || state === 'joining') {
        this.#send(PREFIX + topic, 'phx_leave', {}, ref)
      }
    }
    for (const topic of topics) {
      if (!this.#channels.has(topic)) this.#channels.set(topic, { state: 'away', ref: null })
    }
    if (this.#channels.size === 0) {
      this.#end()
      clearTimeout(this.#retry)
      this.#retry = undefined
      this.#failures = 0
    }
    this.#tell()
    if (!this.#retry) this.#join()
  }

  /** Sends a token that is new. */
  renew(): void {
    const access_token = this.#needs.token()
    if (!access_token || access_token === this.#sentToken) return
    this.#sentToken = access_token
    for (const [topic, channel] of this.#channels) {
      if (channel.state === 'joined') {
        this.#send(PREFIX + topic, 'access_token', { access_token }, channel.ref)
      } else if (channel.state === 'refused') channel.state = 'away'
    }
    if (!this.#retry) this.#join()
  }

  #join(): void {
    this.#retry = undefined
    if (!this.#isAnyAway()) return
    const access_token = this.#needs.token()
    if (!access_token || !navigator.onLine) this.#later()
    else if (!this.#socket) this.#open()
    else if (this.#socket.readyState === OPEN) {
      this.#sentToken = access_token
      const payload = { config: { private: true }, access_token }
      for (const [topic, channel] of this.#channels) {
        if (channel.state !== 'away') continue
        channel.state = 'joining'
        channel.ref = this.#send(PREFIX + topic, 'phx_join', payload)
      }
    }
  }

  #open(): void {
    const socket = new WebSocket(this.#needs.address)
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => this.#join()
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.#receive(JSON.parse(data))
      else this.#hear(new Uint8Array(data))
    }
    socket.onclose = () => this.#drop()
    this.#socket = socket
    this.#isAnswered = true
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS)
  }

  #receive([joinRef, ref, topic, event, { status, response }]: Message): void {
    if (topic === 'phoenix') this.#isAnswered = true
    const name = topic.slice(PREFIX.length)
    const channel = this.#channels.get(name)
    if (!channel) return

    if (event === 'phx_reply' && ref === channel.ref && channel.state === 'joining') {
      if (status === 'ok') {
        channel.state = 'joined'
        this.#failures = 0
        this.#tell(name)
      } else {
        const isFinal = response?.reason?.startsWith('Unauthorized')
        this.#fail(channel, isFinal ? 'refused' : 'away')
      }
    } else if (joinRef === channel.ref && event === 'phx_close') this.#fail(channel, 'refused')
    else if (joinRef === channel.ref && event === 'phx_error') this.#fail(channel, 'away')
  }

  /** What SQL sends is a binary frame: kind, lengths of topic, event and metadata, encoding, then these texts. */
  #hear(frame: Uint8Array): void {
    const [, topicBytes = 0, eventBytes = 0] = frame
    const text = (from: number, length: number) =>
      new TextDecoder().decode(frame.subarray(from, from + length))
    const topic = text(HEAD_BYTES, topicBytes).slice(PREFIX.length)

    if (this.#channels.has(topic)) {
      this.#needs.onHint(topic, text(HEAD_BYTES + topicBytes, eventBytes))
    }
  }

  #beat(): void {
    if (!this.#isAnswered) {
      this.#drop()
      return
    }
    this.#isAnswered = false
    this.#send('phoenix', 'heartbeat', {})
  }

  #drop(): void {
    this.#end()
    for (const channel of this.#channels.values()) {
      if (channel.state !== 'refused') channel.state = 'away'
    }
    this.#tell()
    this.#later()
  }

  #end(): void {
    clearInterval(this.#heartbeat)
    const socket = this.#socket
    if (!socket) return
    // A dead connection would take long to close.
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    socket.close()
    this.#socket = null
  }

  #fail(channel: Channel, state: 'away' | 'refused'): void {
    channel.state = state
    this.#tell()
    this.#later()
  }

  #later(): void {
    if (this.#retry || !this.#isAnyAway()) return
    const ms = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0
    this.#failures += 1
    this.#retry = setTimeout(() => this.#join(), ms * (0.7 + 0.6 * Math.random()))
  }

  #send(topic: string, event: string, payload: object, joinRef: string | null = null): string {
    this.#count += 1
    const ref = String(this.#count)
    const frame = [event === 'phx_join' ? ref : joinRef, ref, topic, event, payload]
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(frame))

    return ref
  }

  #tell(added?: string): void {
    const joined = [...this.#channels].filter(([, { state }]) => state === 'joined')
    this.#needs.onChange(new Set(joined.map(([topic]) => topic)), added)
  }

  #isAnyAway(): boolean {
    return [...this.#channels.values()].some(({ state }) => state === 'away')
  }
}

const HEAD_BYTES = 5
