import type { AsOptions, Caller, Database, Sql, Statement } from '@app/platform/db/database.ts'

/** What is tried on one table, by name of the attempt: `select`, `insert`, `change the role` … */
export type Attempts = Record<string, Statement>

/**
 * Who may do what, as a table of words: every caller makes every attempt, each in a transaction that
 * is undone. `allowed` touched a row, `nothing` met none, `refused` broke a grant or a policy;
 * anything else is shown by its SQLSTATE.
 */
export async function rights(
  db: Database,
  callers: Record<string, Caller>,
  attempts: Attempts,
  options: AsOptions = {},
): Promise<string> {
  const lines = [Object.keys(attempts).join(' ')]

  for (const [name, caller] of Object.entries(callers)) {
    const outcomes: string[] = []
    for (const statement of Object.values(attempts)) {
      outcomes.push(await outcomeOf(db, caller, statement, options))
    }
    lines.push([name, ...outcomes].join(' '))
  }
  return lines.join('\n')
}

/** Lets a test draw the expected table in columns. */
export function table(drawn: string): string {
  return drawn
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))
    .join('\n')
}

async function outcomeOf(
  db: Database,
  caller: Caller,
  statement: Statement,
  options: AsOptions,
): Promise<string> {
  const attempt = async (sql: Sql) => {
    const { rowCount } = await sql.query(statement.text, statement.values)
    throw new Undone(rowCount)
  }

  try {
    return await db.as(caller, attempt, options)
  } catch (error) {
    if (error instanceof Undone) return error.rowCount > 0 ? 'allowed' : 'nothing'
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    if (code === null) throw error

    return code === '42501' ? 'refused' : code
  }
}

/** Ends an attempt that went through, so that the next caller finds everything as it was. */
class Undone extends Error {
  readonly rowCount: number

  constructor(rowCount: number) {
    super('undone')
    this.rowCount = rowCount
  }
}
