/// <reference path="./pg-utils.d.ts" />
import { prepareValue } from 'pg/lib/utils.js'
import { TextBytes } from './text-bytes.ts'

const PARSE = 0x50
const BIND = 0x42
const DESCRIBE_PORTAL = Buffer.from([0x44, 0, 0, 0, 6, 0x50, 0])
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])
const CLOSE = 0x43
const STATEMENT = 0x53
const BINARY = 1

const USUAL_BYTES = 16 * 1024
const MOST_BYTES_PER_CHARACTER = 3
/** For shorter texts, a loop is faster than a call into native code. */
const SHORT_TEXT = 24

/** Messages of PostgreSQL's extended protocol, collected for a single write. */
export class BatchBytes {
  #buffer = Buffer.allocUnsafeSlow(USUAL_BYTES)
  #at = 0

  parse(name: string, text: string): void {
    const start = this.#open(PARSE)
    this.#cstring(name)
    this.#cstring(text)
    this.#int16(0)
    this.#close(start)
  }

  bind(name: string, values: readonly unknown[], isBinary: boolean): void {
    const start = this.#open(BIND)
    this.#cstring('')
    this.#cstring(name)
    this.#int16(values.length)
    const formats = this.#at
    this.#reserve(2 * values.length)
    this.#buffer.fill(0, formats, formats + 2 * values.length)
    this.#at += 2 * values.length
    this.#int16(values.length)
    for (let i = 0; i < values.length; i++) {
      if (this.#value(values[i])) this.#buffer[formats + 2 * i + 1] = BINARY
    }
    this.#int16(1)
    this.#int16(isBinary ? BINARY : 0)
    this.#close(start)
  }

  describe(): void {
    this.#bytes(DESCRIBE_PORTAL)
  }

  execute(): void {
    this.#bytes(EXECUTE)
  }

  /** Closing a statement that does not exist causes no error. */
  closeStatement(name: string): void {
    const start = this.#open(CLOSE)
    this.#reserve(1)
    this.#buffer[this.#at++] = STATEMENT
    this.#cstring(name)
    this.#close(start)
  }

  sync(): void {
    this.#bytes(SYNC)
  }

  /** The collected bytes, which belong to the caller. */
  take(): Buffer {
    const collected = this.#buffer.subarray(0, this.#at)
    this.#at = 0
    if (collected.length <= USUAL_BYTES) return Buffer.from(collected)

    // Large values are not copied twice, and their memory is released.
    this.#buffer = Buffer.allocUnsafeSlow(USUAL_BYTES)
    return collected
  }

  discard(): void {
    this.#at = 0
  }

  /** True when the value is sent in binary. */
  #value(value: unknown): boolean {
    if (value instanceof TextBytes) {
      this.#int32(value.bytes.length)
      this.#bytes(value.bytes)
      return false
    }
    const prepared = typeof value === 'string' ? value : prepareValue(value)
    if (prepared === null || prepared === undefined) {
      this.#int32(-1)
      return false
    }
    if (prepared instanceof Buffer) {
      this.#int32(prepared.length)
      this.#bytes(prepared)
      return true
    }
    const start = this.#at
    this.#int32(0)
    this.#text(String(prepared))
    this.#buffer.writeInt32BE(this.#at - start - 4, start)
    return false
  }

  #open(code: number): number {
    this.#reserve(5)
    this.#buffer[this.#at] = code
    this.#at += 5
    return this.#at - 4
  }

  #close(start: number): void {
    this.#buffer.writeInt32BE(this.#at - start, start)
  }

  #cstring(text: string): void {
    this.#text(text)
    this.#reserve(1)
    this.#buffer[this.#at++] = 0
  }

  #text(text: string): void {
    const { length } = text
    this.#reserve(MOST_BYTES_PER_CHARACTER * length)
    if (length >= SHORT_TEXT || !this.#ascii(text)) this.#at += this.#buffer.write(text, this.#at)
  }

  #ascii(text: string): boolean {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 0x7f) return false
      this.#buffer[this.#at + i] = code
    }
    this.#at += text.length
    return true
  }

  #bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#buffer.set(bytes, this.#at)
    this.#at += bytes.length
  }

  #int16(value: number): void {
    this.#reserve(2)
    this.#buffer[this.#at++] = value >>> 8
    this.#buffer[this.#at++] = value
  }

  #int32(value: number): void {
    this.#reserve(4)
    this.#buffer.writeInt32BE(value, this.#at)
    this.#at += 4
  }

  #reserve(size: number): void {
    const needed = this.#at + size
    if (needed <= this.#buffer.length) return

    const larger = Buffer.allocUnsafeSlow(needed + (needed >> 1))
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#buffer = larger
  }
}
