import pg from 'pg'
import type { Rows, Statement } from './database.ts'
import type { Field, Parsed } from './prepared-statements.ts'

/** One answer for each statement that returns one. */
export type Answers = Rows<Record<string, unknown>>[]

type Handlers = {
  onSubmit: () => void
  onAnswers: (answers: Answers) => void
  onError: (error: unknown) => void
}

const ROW_DESCRIPTION = 0x54
const DATA_ROW = 0x44
const COMMAND_COMPLETE = 0x43
/** ParseComplete, BindComplete, CloseComplete, NoData. */
const WITHOUT_CONTENT = new Set([0x31, 0x32, 0x33, 0x6e])
const HEADER_BYTES = 5

/**
 * Several statements in one write and with one sync: PostgreSQL runs them in a single transaction,
 * the implicit one unless the first is `begin`, and skips the rest when one fails.
 * pg takes this as a foreign query object; batch-connection.ts passes the answers.
 */
export class Batch implements pg.Submittable {
  /** Required by pg; results go to the handlers. */
  readonly callback = nothing
  readonly #statements: readonly Statement[]
  readonly #parsed: readonly Parsed[]
  readonly #bytes: Buffer
  readonly #handlers: Handlers
  readonly #answers: Answers = []
  #rows: Record<string, unknown>[] = []
  #fields: readonly Field[]
  #index = 0

  constructor(
    statements: readonly Statement[],
    parsed: readonly Parsed[],
    bytes: Buffer,
    handlers: Handlers,
  ) {
    this.#statements = statements
    this.#parsed = parsed
    this.#bytes = bytes
    this.#handlers = handlers
    this.#fields = parsed[0]?.fields ?? NO_FIELDS
  }

  submit({ stream }: pg.Connection) {
    this.#handlers.onSubmit()
    // pg notices a closed stream by its events, and then fails this batch.
    if (stream.writable) stream.write(this.#bytes)
  }

  /** Returns false for a message that pg has to handle. */
  takeMessage(bytes: Buffer, start: number, end: number): boolean {
    const code = bytes[start]
    const at = start + HEADER_BYTES

    if (code === DATA_ROW) this.#rows.push(this.#readRow(bytes, at, end))
    else if (code === COMMAND_COMPLETE) this.#complete(bytes, end)
    else if (code === ROW_DESCRIPTION) this.#fields = readFields(bytes, at)
    else return WITHOUT_CONTENT.has(code ?? 0)
    return true
  }

  handleError(error: Error) {
    // The stack trace should show the caller, not the socket.
    Error.captureStackTrace(error)
    this.#handlers.onError(error)
  }

  handleReadyForQuery() {
    this.#handlers.onAnswers(this.#answers)
  }

  /** The embedded engine answers this way when a statement exceeded its stack. */
  handleEmptyQuery() {
    this.handleError(new StatementTooComplex())
  }

  handlePortalSuspended() {}

  #readRow(bytes: Buffer, at: number, end: number) {
    const { binary, keepsLarge } = this.#statements[this.#index] ?? {}
    if (binary) return binaryRow(this.#fields, Buffer.from(bytes.subarray(at, end)))

    return textRow(this.#fields, bytes, at, keepsLarge ? LARGE_BYTES : Number.POSITIVE_INFINITY)
  }

  #complete(bytes: Buffer, end: number) {
    const parsed = this.#parsed[this.#index]
    if (!this.#statements[this.#index]?.isMute) {
      if (parsed) parsed.fields ??= this.#fields
      this.#answers.push({ rows: this.#rows, rowCount: countAtEnd(bytes, end) })
      this.#rows = []
    }
    this.#index += 1
    this.#fields = this.#parsed[this.#index]?.fields ?? NO_FIELDS
  }
}

const nothing = () => {}
const NO_FIELDS: readonly Field[] = []

class StatementTooComplex extends Error {
  readonly code = '54001'
  constructor() {
    super('stack depth limit exceeded')
  }
}

/** After a field's name follow table, column, type, size, modifier and format. */
const TYPE_OFFSET = 6
const FIELD_BYTES = 18

function readFields(bytes: Buffer, start: number): Field[] {
  const count = bytes.readUInt16BE(start)
  const fields: Field[] = []
  let at = start + 2

  for (let i = 0; i < count; i++) {
    const nameEnd = bytes.indexOf(0, at)
    const type = bytes.readUInt32BE(nameEnd + 1 + TYPE_OFFSET)
    fields.push({
      name: bytes.toString('utf8', at, nameEnd),
      read: pg.types.getTypeParser(type, 'text'),
    })
    at = nameEnd + 1 + FIELD_BYTES
  }
  return fields
}

/** Larger than any socket read, so such a row arrived in parts and has its own buffer. */
const LARGE_BYTES = 256 * 1024

function textRow(fields: readonly Field[], bytes: Buffer, start: number, large: number) {
  const row: Record<string, unknown> = {}
  let at = start + 2

  for (let i = 0; i < fields.length; i++) {
    const { name, read } = fields[i] as Field
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) row[name] = null
    else if (length > large) row[name] = bytes.subarray(at, at + length)
    else row[name] = read(bytes.toString('utf8', at, at + length))
    if (length > 0) at += length
  }
  return row
}

/** The buffer belongs to this row, so keeping a value keeps no other row in memory. */
function binaryRow(fields: readonly Field[], own: Buffer) {
  const row: Record<string, unknown> = {}
  let at = 2

  for (const { name } of fields) {
    const length = own.readInt32BE(at)
    at += 4
    row[name] = length < 0 ? null : own.subarray(at, at + length)
    if (length > 0) at += length
  }
  return row
}

const ZERO = 0x30
const NINE = 0x39

/** The number at the end of a command tag such as `INSERT 0 5`, before its zero byte. */
function countAtEnd(bytes: Buffer, end: number): number {
  let count = 0
  let factor = 1

  for (let at = end - 2; ; at--) {
    const digit = bytes[at] ?? 0
    if (digit < ZERO || digit > NINE) return count
    count += (digit - ZERO) * factor
    factor *= 10
  }
}
