// A copy of platform/src/db/batch.ts as it was in November 2026, without what the floor does not send (bytes, errors of
// the embedded engine). Frozen on purpose: the floor must not move when ours is improved.
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** Several statements in one write and with one sync. */
export function sendBatch(client, statements) {
  return new Promise((resolve, reject) => {
    client.query(new Batch(statements, resolve, reject))
  })
}

/** The interface that pg requires of foreign query objects. */
class Batch {
  callback = () => {}
  #statements
  #resolve
  #reject
  #results = []
  #rows = []
  #fields = []

  constructor(statements, resolve, reject) {
    this.#statements = statements
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(wire) {
    wire.stream.cork()
    for (const statement of this.#statements) writeStatement(wire, statement)
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription(message) {
    this.#fields = message.fields.map((field) => ({
      name: field.name,
      read: pg.types.getTypeParser(field.dataTypeID, 'text'),
    }))
  }

  handleDataRow(message) {
    const row = {}

    for (let i = 0; i < this.#fields.length; i++) {
      const field = this.#fields[i]
      const text = message.fields[i]
      if (field) row[field.name] = text == null ? null : field.read(text)
    }
    this.#rows.push(row)
  }

  handleCommandComplete(message) {
    const count = /(\d+)$/.exec(message.text)
    this.#results.push({ rows: this.#rows, rowCount: count ? Number(count[1]) : 0 })
    this.#rows = []
    this.#fields = []
  }

  handleError(error) {
    this.#reject(error)
  }

  handleReadyForQuery() {
    this.#resolve(this.#results)
  }

  handleEmptyQuery() {}

  handlePortalSuspended() {}
}

function writeStatement(wire, { text, values = [], name = '', isMute = false }) {
  if (name === '' || wire.parsedStatements[name] !== text) {
    if (name !== '') wire.close({ type: 'S', name })
    wire.parse({ name, text, types: [] })
    if (name !== '') wire.parsedStatements[name] = text
  }
  wire.bind({ portal: '', statement: name, values, binary: false, valueMapper: prepareValue })
  if (!isMute) wire.describe({ type: 'P', name: '' })
  wire.execute({ portal: '', rows: 0 })
}
