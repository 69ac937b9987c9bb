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
 * A client of pg whose batches are written and read here. pg decodes every value as text, which destroys binary ones,
 * and passes each message through events; it gets all messages that no batch of ours waits for.
 */
export class BatchConnection<Client extends pg.ClientBase = pg.ClientBase> {
  readonly client: Client
  /** When the running exchange should have been answered, by `performance.now()`. */
  deadline = Number.POSITIVE_INFINITY
  readonly #prepared = new PreparedStatements()
  #active: Batch | null = null

  constructor(client: Client) {
    this.client = client
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

  /** One round trip; `read` chooses from the answers. */
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
      const parsed = statements.map((statement) => this.#prepared.write(collected, statement))
      collected.sync()
      return { parsed, bytes: collected.take() }
    } catch (error) {
      // A value that cannot be encoded; nothing was sent.
      this.#prepared.forget(statements)
      collected.discard()
      throw error
    }
  }
}

/** One for all connections: a batch is encoded without a pause. */
const collected = new BatchBytes()
