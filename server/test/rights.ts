import type { AsOptions, Caller, Database, Sql, Statement } from '@app/platform/db/database.ts'

/** Attempts on one table by name: `select`, `insert`, `change the role` … */
export type Attempts = Record<string, Statement>

/**
 * The rights of all callers as a table of words: every caller makes every attempt, each rolled back. `allowed`
 * changed or read a row, `nothing` matched none, `refused` violated a grant or a policy; other errors show their
 * SQLSTATE.
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

/** Parses an expected table that is written in columns. */
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

/** Rolls a successful attempt back, so that the next caller finds the same state. */
class Undone extends Error {
  readonly rowCount: number

  constructor(rowCount: number) {
    super('undone')
    this.rowCount = rowCount
  }
}
