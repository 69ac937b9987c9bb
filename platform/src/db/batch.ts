/// <reference path="./pg-utils.d.ts" />
import type { EventEmitter } from 'node:events'
import pg, { type FieldDef } from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Rows, Statement } from './database.ts'
import { divertRows } from './divert-rows.ts'

/**
 * Several statements in one write and with one sync: PostgreSQL runs them in a single transaction,
 * the implicit one unless the first is `begin`, and skips the rest when one fails.
 */
export function sendBatch(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<Answers> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(statements, resolve, reject))
  })
}

export type Answers = Rows<Record<string, unknown>>[]

type Resolve = (results: Answers) => void

/** The interface that pg requires of foreign query objects. */
class Batch implements pg.Submittable {
  /** Required by pg; results go to resolve and reject. */
  readonly callback = () => {}
  readonly #statements: readonly Statement[]
  readonly #resolve: Resolve
  readonly #reject: (error: unknown) => void
  readonly #results: Answers = []
  #rows: Record<string, unknown>[] = []
  #fields: { name: string; isBinary: boolean; read: (text: string) => unknown }[] = []

  constructor(
    statements: readonly Statement[],
    resolve: Resolve,
    reject: (error: unknown) => void,
  ) {
    this.#statements = statements
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection) {
    const wire = connection as unknown as Wire

    if (this.#statements.some(({ binary }) => binary)) {
      divertRows(wire.stream, (values) => this.#takeRow(values))
    }
    wire.stream.cork()
    for (const statement of this.#statements) writeStatement(wire, statement)
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription(message: { fields: FieldDef[] }) {
    this.#fields = message.fields.map((field) => ({
      name: field.name,
      isBinary: field.format === 'binary',
      read: pg.types.getTypeParser(field.dataTypeID, 'text'),
    }))
  }

  handleDataRow(message: { fields: (string | null)[] }) {
    const row: Record<string, unknown> = {}

    for (let i = 0; i < this.#fields.length; i++) {
      const field = this.#fields[i]
      const text = message.fields[i]
      if (field) row[field.name] = text == null ? null : field.read(text)
    }
    this.#rows.push(row)
  }

  #takeRow(values: (Buffer | null)[]) {
    const row: Record<string, unknown> = {}

    for (const [i, { name, isBinary, read }] of this.#fields.entries()) {
      const value = values[i] ?? null
      row[name] = value === null || isBinary ? value : read(value.toString())
    }
    this.#rows.push(row)
  }

  handleCommandComplete(message: { text: string }) {
    const count = /(\d+)$/.exec(message.text)
    this.#results.push({ rows: this.#rows, rowCount: count ? Number(count[1]) : 0 })
    this.#rows = []
    this.#fields = []
  }

  handleError(error: Error, connection: pg.Connection) {
    const { parsedStatements } = connection as unknown as Wire
    for (const { name } of this.#statements) if (name) delete parsedStatements[name]

    // The stack should show the caller, not the socket.
    Error.captureStackTrace(error)
    this.#reject(error)
  }

  handleReadyForQuery() {
    this.#resolve(this.#results)
  }

  /** The embedded engine answers so when a statement exceeded its stack. */
  handleEmptyQuery(connection: pg.Connection) {
    this.handleError(new StatementTooComplex(), connection)
  }

  handlePortalSuspended() {}
}

class StatementTooComplex extends Error {
  readonly code = '54001'
  constructor() {
    super('stack depth limit exceeded')
  }
}

/** pg's actual connection; its published types lag behind. */
type Wire = {
  stream: EventEmitter & { cork(): void; uncork(): void }
  parsedStatements: Record<string, string | undefined>
  parse(message: { name: string; text: string; types: never[] }): void
  bind(message: {
    portal: string
    statement: string
    values: readonly unknown[]
    binary: boolean
    valueMapper: (value: unknown) => unknown
  }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

function writeStatement(wire: Wire, statement: Statement) {
  const { text, values = [], name = '', binary = false, isMute = false } = statement
  if (name === '' || wire.parsedStatements[name] !== text) {
    // After a failed batch it is unknown which statements were parsed; closing a missing one is no error.
    if (name !== '') wire.close({ type: 'S', name })
    wire.parse({ name, text, types: [] })
    if (name !== '') wire.parsedStatements[name] = text
  }
  wire.bind({
    portal: '',
    statement: name,
    values,
    binary,
    valueMapper: prepareValue,
  })
  if (!isMute) wire.describe({ type: 'P', name: '' })
  wire.execute({ portal: '', rows: 0 })
}
