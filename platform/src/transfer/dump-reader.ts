import { createReadStream } from 'node:fs'
import { StartError } from '#errors/start-error.ts'
import { countLines, type SqlStatement, wordsOf } from '#project/split-statements.ts'
import { StatementScanner } from '#project/statement-scanner.ts'

const BLOCK_BYTES = 1024 * 1024
/** A JavaScript text cannot hold much more. */
const MOST_BYTES = 256 * 1024 * 1024
const NEWLINE = 10

/** Reads a dump of any size piece by piece: its statements, and the data after `copy … from stdin`. */
export class DumpReader {
  readonly #path: string
  readonly #blocks: AsyncGenerator<Buffer>
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #scanner = new StatementScanner()
  #block = ''
  #at = 0
  #line = 1

  /** `path` is what messages call the file. */
  constructor(file: string, path: string) {
    this.#path = path
    this.#blocks = wholeLines(file, path)
  }

  /** The next statement; null at the end of the file. */
  async next(): Promise<SqlStatement | null> {
    let parts: string[] = []
    let length = 0

    for (;;) {
      const from = this.#at
      const end = this.#scanner.next(this.#block, from)
      if (end) {
        parts.push(this.#block.slice(from, end.at))
        this.#at = end.next
        const statement = this.#statement(parts.join(''))
        this.#line += countLines(this.#block, end.at, end.next)
        parts = []
        length = 0
        if (statement && !end.isGuard) return statement
        continue
      }
      parts.push(this.#block.slice(from))
      length += this.#block.length - from
      if (length > MOST_BYTES) throw this.#failure('a statement is larger than 256 MiB')
      if (await this.#load()) continue
      if (this.#scanner.isOpen) throw this.#cut(this.#statement(parts.join(''))?.line)
      return null
    }
  }

  /** The lines of data that follow a statement. */
  async *rows(): AsyncGenerator<string[]> {
    const end = this.#block.indexOf('\n', this.#at)
    this.#at = end === -1 ? this.#block.length : end + 1
    this.#line++

    for (;;) {
      const { lines, isLast } = this.#takeLines()
      if (lines.length > 0) yield lines
      if (isLast) return
      if (!(await this.#load())) throw this.#cut()
    }
  }

  #takeLines(): { lines: string[]; isLast: boolean } {
    const lines: string[] = []

    while (this.#at < this.#block.length) {
      const end = this.#block.indexOf('\n', this.#at)
      // The last line of a file that was cut has no end, and may lack a part.
      if (end === -1) break
      const line = this.#block.slice(this.#at, this.#block[end - 1] === '\r' ? end - 1 : end)
      this.#at = end + 1
      this.#line++
      if (line === '\\.') return { lines, isLast: true }
      lines.push(line)
    }
    return { lines, isLast: false }
  }

  #statement(piece: string): SqlStatement | null {
    const text = piece.trim()
    const line = this.#line + countLines(piece, 0, piece.indexOf(text))
    this.#line += countLines(piece, 0, piece.length)

    // Comments alone are no statement.
    return wordsOf(text, 1).length > 0 ? { text, line } : null
  }

  async #load(): Promise<boolean> {
    const { value, done } = await this.#blocks.next()
    this.#at = 0
    this.#block = done ? '' : this.#decode(value)

    return !done
  }

  #decode(bytes: Buffer): string {
    try {
      const text = this.#decoder.decode(bytes)
      if (!text.includes('\0')) return text
    } catch {
      // Told below, as is a zero byte, which PostgreSQL does not take.
    }
    throw this.#failure('this is not UTF-8. Dump with --encoding=UTF8, as plain SQL')
  }

  #cut(line?: number): StartError {
    return this.#failure('the file ends in the middle: it is not complete', line)
  }

  #failure(reason: string, line = this.#line): StartError {
    return new StartError(`${this.#path}, line ${line}: ${reason}.`)
  }
}

async function* wholeLines(file: string, path: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let length = 0

  for await (const chunk of createReadStream(file, { highWaterMark: BLOCK_BYTES })) {
    const bytes: Buffer = chunk
    const cut = bytes.lastIndexOf(NEWLINE) + 1
    length += bytes.length
    if (length > MOST_BYTES) throw new StartError(`${path}: a line is longer than 256 MiB.`)
    if (cut === 0) {
      begun.push(bytes)
      continue
    }
    yield Buffer.concat([...begun, bytes.subarray(0, cut)])
    begun = [bytes.subarray(cut)]
    length = bytes.length - cut
  }
  if (length > 0) yield Buffer.concat(begun)
}
