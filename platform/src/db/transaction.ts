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

/** One round trip on the same connection; `slow` of its statements may each take up to the limit. */
export type Send = (statements: readonly Statement[], slow?: number) => Promise<Answers>

type Ending = {
  /** Takes over the commit, which the caller does not wait for; the connection is busy until then. */
  closeLater?: ((closing: Promise<unknown>) => void) | undefined
}

/**
 * One transaction on one connection. `begin` and the settings are sent with the first statement, so a single
 * statement takes two round trips and none takes none. A failed commit loses nothing in read-only work, which does
 * not wait for it.
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

      // pg runs one query at a time; parallel queries are queued.
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
    // If this fails too, the pool discards the connection.
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

/** The same with a separate commit or rollback, because answers or options decide it. */
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
 * The name under which a text is prepared once per connection. Texts in our source are few; the bound is for texts
 * built at run time.
 */
function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return ''

  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
