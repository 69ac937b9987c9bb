import type { Isolation } from '#data-api/schema-cache/schema.ts'
import type { Filled } from '#data-api/sql/slots.ts'
import type { AskOptions, Caller, Database, Rows, Statement } from '#db/database.ts'
import type { Trace } from '#log/trace.ts'
import type { PreparedNames } from './prepared-names.ts'

/** The one row that a statement returns. */
export type Result = {
  /** undefined when the client asked for no count. */
  total: number | undefined
  page: number
  body: string | Buffer
  /** `response.headers` and `response.status`, if SQL set them. */
  headers: string | null
  status: string | null
  /** The primary key of the written row, column by column. */
  location: Readonly<Record<string, string | null>> | null
  inserted: number | undefined
  /** How many rows the planner expects. */
  expected: number | undefined
}

export type Transaction = {
  settings: Readonly<Record<string, string>>
  /** undefined: the general limit. */
  statementLimitMs: number | undefined
  isolation: Isolation | undefined
  /** A function that is called before the main statement, with the caller's rights. */
  preRequest: string | undefined
  undo: boolean
  trace: Trace | undefined
}

export type Work = {
  transaction: Transaction
  main: Filled
  /** The body is bytes that must not be decoded. */
  isRaw: boolean
  explain?: Filled | undefined
  readOnly: boolean
  /** Checks the result before the commit; throwing rolls back. */
  judge?: ((result: Result) => void) | undefined
}

type Needs = { db: Pick<Database, 'askAll'>; prepared: PreparedNames }

/** Sends all statements in one write; the commit waits only where the result decides it. */
export async function execute(
  { db, prepared }: Needs,
  caller: Caller,
  work: Work,
): Promise<Result> {
  const { transaction, main, isRaw, explain, readOnly, judge } = work
  const statements = opening(transaction)
  const at = statements.length
  const add = ({ text, values }: Filled, binary: boolean) => {
    const { name, slot } = prepared(text, caller.role ?? '')
    statements.push({ text, values, name, slot, binary, keepsLarge: true })
  }
  add(main, isRaw)
  if (explain) add(explain, false)
  const result = (answers: readonly Rows<Record<string, unknown>>[]) =>
    readResult(answers[at], answers[at + 1])
  const isHeldBack = judge !== undefined && !readOnly

  const options = optionsOf(transaction, readOnly)
  if (isHeldBack) options.judge = (all) => judge(result(all))
  const final = result(await db.askAll(caller, statements, options))
  if (!isHeldBack) judge?.(final)
  return final
}

/** Returns the query plan, one row per line. */
export async function explainOnly(
  needs: Needs,
  caller: Caller,
  work: Omit<Work, 'isRaw'>,
): Promise<string> {
  const { transaction, main, readOnly } = work
  const statements = [...opening(transaction), { ...main, name: '' }]
  const answers = await needs.db.askAll(caller, statements, optionsOf(transaction, readOnly))

  return (answers.at(-1)?.rows ?? [])
    .map((row) => {
      const line = row['QUERY PLAN']
      return `${typeof line === 'string' ? line : JSON.stringify(line)}\n`
    })
    .join('')
}

const opening = ({ preRequest }: Transaction): Statement[] =>
  preRequest ? [{ text: `select ${preRequest}()` }] : []

function optionsOf(transaction: Transaction, readOnly: boolean): AskOptions {
  const { settings, statementLimitMs, isolation, undo, trace } = transaction
  const options: AskOptions = { readOnly, settings }
  if (statementLimitMs !== undefined) options.statementLimitMs = statementLimitMs
  if (isolation) options.isolation = isolation
  if (undo) options.undo = undo
  if (trace) options.trace = trace
  return options
}

type Answer = Rows<Record<string, unknown>> | undefined

function readResult(main: Answer, explain: Answer): Result {
  const first = main?.rows[0] ?? {}
  const { body } = first
  const row = (Buffer.isBuffer(first.page) ? textsOf(first) : first) as Texts

  return {
    total: numberOrNone(row.total),
    page: Number(row.page ?? 0),
    body: Buffer.isBuffer(body) ? body : (row.body ?? ''),
    headers: Buffer.isBuffer(first.headers) ? first.headers.toString() : (row.headers ?? null),
    status: row.status ?? null,
    location: row.location == null ? null : JSON.parse(row.location),
    inserted: numberOrNone(row.inserted),
    expected: expectedRows(explain),
  }
}

type Texts = Record<string, string | null | undefined>

/** In the binary format, text is sent as its plain bytes. */
const textsOf = ({ body: _, ...others }: Record<string, unknown>): Texts =>
  Object.fromEntries(
    Object.entries(others).map(([name, bytes]) => [
      name,
      Buffer.isBuffer(bytes) ? bytes.toString() : null,
    ]),
  )

const numberOrNone = (text: string | null | undefined): number | undefined =>
  text == null ? undefined : Number(text)

function expectedRows(explain: Answer): number | undefined {
  const plan = explain?.rows[0]?.['QUERY PLAN'] as [{ Plan?: { 'Plan Rows'?: number } }] | undefined

  return plan?.[0]?.Plan?.['Plan Rows']
}
