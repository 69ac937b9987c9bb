import type { Answers } from './batch.ts'
import type { AskOptions, Rows, Statement, Transaction } from './database.ts'
import { digestName } from './digest-name.ts'

const mute = (text: string): Statement => ({ name: digestName(text), text, isMute: true })

const BEGIN = mute('begin')
const COMMIT = mute('commit')
const ROLLBACK = mute('rollback')
const CHECK_ALL = mute('set constraints all immediate')

/**
 * One round trip on the same connection; `read` selects from the answers. Each of the `slow` statements may take up to the limit.
 */
export type Send = <T>(
  statements: readonly Statement[],
  read: (answers: Answers) => T,
  slow?: number,
) => Promise<T>

export const allAnswers = (answers: Answers): Answers => answers

type Ending = {
  /** Called for each channel that the work announced, once it has committed. */
  announce: (channel: string) => void
  /** Takes over the commit, for which the caller does not wait; the connection stays in use until then. */
  closeLater?: ((closing: Promise<unknown>) => void) | undefined
}

/**
 * One transaction on one connection. `begin` and settings are sent with the first statement: one statement takes two round trips, none
 * takes none. Read-only work does not wait for its commit, because a failed one loses nothing.
 */
export async function inTransaction<T>(
  send: Send,
  settings: Statement,
  work: (sql: Transaction) => Promise<T>,
  { announce, closeLater }: Ending,
): Promise<T> {
  let begun = false
  let over = false
  let last: Promise<unknown> = Promise.resolve()
  let pending: Statement[] = []
  const announced = new Set<string>()

  const refuseAfterwards = () => {
    if (over) throw new Error('The transaction is over: await every query inside the work')
  }
  /** The statements, preceded by all that must run first. */
  const batchOf = (statements: readonly Statement[]) => {
    refuseAfterwards()
    const batch = [...(begun ? [] : [BEGIN, settings]), ...pending, ...statements]
    begun = true
    pending = []
    return batch
  }
  const run = <Answer>(statements: readonly Statement[], read: (answers: Answers) => Answer) => {
    const isFirst = !begun
    const batch = batchOf(statements)
    const exchange = () => send(batch, read, statements.length)

    // pg runs one query at a time; parallel queries are queued.
    const answer = isFirst ? exchange() : last.then(exchange)
    last = answer.catch(() => {})
    return answer
  }
  const announceLater = (channel: string) => void announced.add(channel)
  const sql: Transaction = {
    announce: announceLater,
    query: <Row>(text: string, values: readonly unknown[] = []) =>
      run([{ text, values }], first<Row>),
    queryAll: (statements) => run(statements, allAnswers),
    later: {
      announce: announceLater,
      query: async (text, values = []) => {
        refuseAfterwards()
        pending.push({ text, values, isMute: true })
        return { rows: [], rowCount: 0 }
      },
    },
  }

  try {
    const result = await work(sql)
    await last
    const closing = begun || pending.length > 0 ? batchOf([COMMIT]) : null
    over = true
    if (!closing) return result

    const commit = send(closing, allAnswers)
    if (closeLater) closeLater(commit)
    else await commit
    for (const channel of announced) announce(channel)
    return result
  } catch (error) {
    over = true
    await last
    // If this fails too, the pool discards the connection.
    if (begun) await send([ROLLBACK], allAnswers).catch(() => {})
    throw error
  }
}

/** For statements whose commit or rollback depends on answers or options. */
export async function inTwoTrips(
  send: Send,
  settings: Statement,
  statements: readonly Statement[],
  { isolation, judge, undo }: AskOptions,
): Promise<Answers> {
  const begin =
    isolation === undefined
      ? BEGIN
      : { name: '', text: `begin isolation level ${isolation}`, isMute: true }

  try {
    const batch = [begin, settings, ...statements]
    const answers = await send(batch, allAnswers, statements.length)
    judge?.(answers)
    await send(undo ? [CHECK_ALL, ROLLBACK] : [COMMIT], allAnswers)
    return answers
  } catch (error) {
    await send([ROLLBACK], allAnswers).catch(() => {})
    throw error
  }
}

const first = <Row>(answers: Answers) => answers[0] as Rows<Row>
