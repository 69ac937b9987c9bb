import { Duplex } from 'node:stream'
import type { Engine } from './embedded-engine.ts'

// The answer of a server with trust authentication: AuthenticationOk, then ReadyForQuery.
const STARTUP_ANSWER = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const TERMINATE = 0x58
const READY_FOR_QUERY = 0x5a
const READY_BYTES = 6

type Chunk = { chunk: Buffer }

/** Presents the engine to pg as a socket, so that both databases share one driver and its types and errors. */
export class EmbeddedSocket extends Duplex {
  readonly #engine: Engine
  readonly #limitMs: number | null
  #nextLimitMs: number | undefined
  #isStarted = false
  #last: Promise<void> = Promise.resolve()

  constructor(engine: Engine, limitMs: number | null) {
    super()
    this.#engine = engine
    this.#limitMs = limitMs
  }

  /** Applies to the next write, replacing this socket's limit. */
  limitNext(limitMs: number) {
    this.#nextLimitMs = limitMs
  }

  connect() {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#take(chunk)
    done()
  }

  override _writev(chunks: Chunk[], done: () => void) {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  #take(bytes: Buffer) {
    if (!this.#isStarted) {
      this.#isStarted = true
      this.push(STARTUP_ANSWER)
      return
    }
    if (bytes[0] === TERMINATE) {
      this.push(null)
      return
    }

    const limitMs = this.#nextLimitMs ?? this.#limitMs
    this.#nextLimitMs = undefined
    this.#last = this.#last
      .then(() => this.#engine.exchange(new Uint8Array(bytes), limitMs))
      .then((answer) => {
        if (answer.length > 0)
          this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.length))
        if (!isReady(answer)) this.#giveUp()
      })
      .catch((error: Error) => {
        this.destroy(error)
      })
  }

  /** Runs after the client has read the error. */
  #giveUp() {
    this.#engine.restart()
    setImmediate(() => this.destroy(new Error('Connection terminated: the engine panicked')))
  }
}

/** Every complete answer ends with ReadyForQuery. After a panic no ReadyForQuery follows. */
function isReady(answer: Uint8Array): boolean {
  return answer[answer.length - READY_BYTES] === READY_FOR_QUERY
}

/** The socket below a client of pg. */
type WithStream = { connection: { stream: unknown } }

export function limitNext(client: object, limitMs: number) {
  const { stream } = (client as WithStream).connection
  if (stream instanceof EmbeddedSocket) stream.limitNext(limitMs)
}
