import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'

const BUFFER_BYTES = 64 * 1024

/**
 * A socket that reads into one reused buffer. Node would allocate a buffer for each read and pass it through the stream layers. Listeners
 * of `data` get copies; `readWith` passes the buffer itself, which the next read overwrites.
 */
export class PostgresSocket extends Socket {
  #read: (bytes: Buffer) => void = (bytes) => void this.emit('data', Buffer.from(bytes))

  constructor() {
    const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
    const callback = (length: number) => {
      this.#read(buffer.subarray(0, length))
      return true
    }
    // The types declare `onread` for `connect` only.
    const options: SocketConstructorOpts & { onread: OnReadOpts } = { onread: { buffer, callback } }
    super(options)
  }

  readWith(read: (bytes: Buffer) => void): void {
    this.#read = read
  }
}
