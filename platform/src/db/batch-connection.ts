import type pg from 'pg'
import { type Answers, Batch } from './batch.ts'
import { BatchBytes } from './batch-bytes.ts'
import type { Statement } from './database.ts'
import { messageReader } from './message-reader.ts'
import { PostgresSocket } from './postgres-socket.ts'
import { PreparedStatements } from './prepared-statements.ts'

const READY_FOR_QUERY = 0x5a

type OnData = (bytes: Buffer) => void

/**
 * A pg client that writes and parses batches itself. pg decodes every value as text, which destroys binary values, and passes each message
 * through events.
 */
export class BatchConnection<Client extends pg.ClientBase = pg.ClientBase> {
  readonly client: Client
  /** When the running exchange must have been answered, by `performance.now()`. */
  deadline = Number.POSITIVE_INFINITY
  readonly #prepared: PreparedStatements
  #active: Batch | null = null

  constructor(client: Client, options: { isPreparingOff?: boolean } = {}) {
    this.client = client
    this.#prepared = new PreparedStatements({ isOff: options.isPreparingOff ?? false })
    const { connection } = client as unknown as { connection: pg.Connection }
    const { stream } = connection
    const listeners = stream.listeners('data') as OnData[]
    const passOn = (bytes: Buffer) => {
      for (const listener of listeners) listener.call(stream, bytes)
    }

    const read = messageReader((bytes, start, end) => {
      if (this.#active?.takeMessage(bytes, start, end)) return
      if (bytes[start] === READY_FOR_QUERY) this.#active = null
      passOn(bytes.subarray(start, end))
    })

    stream.removeAllListeners('data')
    if (stream instanceof PostgresSocket) stream.readWith(read)
    else stream.on('data', read)
  }

  /** One round trip; `read` selects from the answers. */
  send<T>(statements: readonly Statement[], read: (answers: Answers) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const { parsed, bytes } = this.#encode(statements)
      const batch = new Batch(statements, parsed, bytes, {
        onSubmit: () => {
          this.#active = batch
        },
        onAnswers: (answers) => {
          this.deadline = Number.POSITIVE_INFINITY
          resolve(read(answers))
        },
        onError: (error) => {
          this.deadline = Number.POSITIVE_INFINITY
          this.#prepared.forget(statements)
          reject(error)
        },
      })
      this.client.query(batch)
    })
  }

  #encode(statements: readonly Statement[]) {
    try {
      this.#prepared.closeDoubtful(collected)
      const parsed = statements.map((statement) => this.#prepared.write(collected, statement))
      collected.sync()
      this.#prepared.clearDoubtful()
      return { parsed, bytes: collected.take() }
    } catch (error) {
      // A value could not be encoded; nothing was sent.
      this.#prepared.forget(statements)
      collected.discard()
      throw error
    }
  }
}

/** One buffer for all connections, because encoding a batch is synchronous. */
const collected = new BatchBytes()
