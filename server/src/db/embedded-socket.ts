import { Duplex } from 'node:stream'
import type { Engine } from './embedded-engine.ts'

// AuthenticationOk, then ReadyForQuery: what a server that trusts us answers to a start-up packet.
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const TERMINATE = 0x58

type Chunk = { chunk: Buffer }

/**
 * Lets pg speak to the engine as to a socket, so that both databases have one driver: the same
 * frames, the same types, the same errors.
 */
export class EmbeddedSocket extends Duplex {
  readonly #engine: Engine
  readonly #limitMs: number | null
  #welcomed = false
  #last: Promise<void> = Promise.resolve()

  constructor(engine: Engine, limitMs: number | null) {
    super()
    this.#engine = engine
    this.#limitMs = limitMs
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
    if (!this.#welcomed) {
      this.#welcomed = true
      this.push(WELCOME)
      return
    }
    if (bytes[0] === TERMINATE) {
      this.push(null)
      return
    }

    this.#last = this.#last
      .then(() => this.#engine.speak(new Uint8Array(bytes), this.#limitMs))
      .then((answer) => {
        if (answer.length > 0)
          this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.length))
      })
      .catch((error: Error) => {
        this.destroy(error)
      })
  }
}
