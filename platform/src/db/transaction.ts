import type { Answers } from './batch.ts'
import type { AskOptions, Rows, Sql, Statement } from './database.ts'

const BEGIN: Statement = { name: 'begin', text: 'begin', isMute: true }
const COMMIT: Statement = { name: 'commit', text: 'commit', isMute: true }
const ROLLBACK: Statement = { name: 'rollback', text: 'rollback', isMute: true }
const CHECK_ALL: Statement = {
  name: 'check_all',
  text: 'set constraints all immediate',
  isMute: true,
}

/** One exchange over a connection of our own; as many of its statements as `slow` says may take their time. */
export type Send = (statements: readonly Statement[], slow?: number) => Promise<Answers>

type Ending = {
  /** Takes over the last step, which nobody has to wait for: the connection is busy until then. */
  closeLater?: ((closing: Promise<unknown>) => void) | undefined
}

/**
 * One transaction over a connection of our own. `begin` and the settings travel with the first
 * statement, so that work with a single statement costs two round trips, and work with none costs none.
 * Work that only reads loses nothing if its commit fails, so that it need not wait for the second.
 */
export async function inTransaction<T>(
  send: Send,
  settings: Statement,
  work: (sql: Sql) => Promise<T>,
  { closeLater }: Ending = {},
): Promise<T> {
  let begun = false
  let over = false
  let last: Promise<unknown> = Promise.resolve()

  const sql: Sql = {
    query: <Row>(text: string, values?: readonly unknown[]) => {
      if (over) throw new Error('The transaction is over: await every query inside the work')

      const statement = { text, name: statementName(text), ...(values && { values }) }
      const opening = begun ? [] : [BEGIN, settings]
      begun = true

      // pg takes one query at a time; work that asks in parallel is served in its order.
      const answer = last.then(() => send([...opening, statement]))
      last = answer.catch(() => {})
      return answer.then((results) => results.at(-1) as Rows<Row>)
    },
  }

  try {
    const result = await work(sql)
    await last
    over = true
    if (!begun) return result

    const commit = send([COMMIT])
    if (closeLater) closeLater(commit)
    else await commit
    return result
  } catch (error) {
    over = true
    await last
    // Where even this fails, the pool drops the connection: its transaction is not over.
    if (begun) await send([ROLLBACK]).catch(() => {})
    throw error
  }
}

/** Statements in one round trip: the sync at their end is the commit. */
export async function inOneTrip(
  send: Send,
  settings: Statement,
  statements: readonly Statement[],
): Promise<Answers> {
  const answers = await send([settings, ...statements.map(withName)], statements.length)

  return answers.slice(1)
}

/** The same with the end held back, because the answers or the caller's wish decide it. */
export async function inTwoTrips(
  send: Send,
  settings: Statement,
  statements: readonly Statement[],
  { isolation, judge, undo }: AskOptions,
): Promise<Answers> {
  const begin =
    isolation === undefined ? BEGIN : { name: '', text: `begin isolation level ${isolation}` }

  try {
    const batch = [begin, settings, ...statements.map(withName)]
    const answers = (await send(batch, statements.length)).slice(2)
    judge?.(answers)
    await send(undo ? [CHECK_ALL, ROLLBACK] : [COMMIT])
    return answers
  } catch (error) {
    await send([ROLLBACK]).catch(() => {})
    throw error
  }
}

const withName = (statement: Statement): Statement =>
  statement.name === undefined ? { ...statement, name: statementName(statement.text) } : statement

const MOST_NAMES = 1000

const names = new Map<string, string>()

/**
 * A name under which this text is prepared once per connection. Texts written in our source are few;
 * the bound keeps a text built at run time from filling every connection with prepared statements.
 */
function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return ''

  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
