import type { FurtherSession } from '#db/migrate.ts'
import { StartError } from '#errors/start-error.ts'
import { firstLineOf, type SqlStatement } from './split-statements.ts'
import type { SqlScript } from './sql-script.ts'
import { kindOf } from './statement-kind.ts'

/** For each file anew: one may end with other settings, as a dump does. */
export const SCRIPT_SETTINGS = `
  reset all;
  set lock_timeout = '4s';
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set search_path = "$user", public, extensions`

/** Runs a script and `record` in one transaction. A failure names the file and the line. */
export async function runStatements(
  session: FurtherSession,
  { path, statements }: SqlScript,
  record: () => Promise<void>,
): Promise<void> {
  const { client } = session
  await client.query(SCRIPT_SETTINGS)
  await client.query('begin')

  try {
    for (const statement of statements) {
      await runStatement(session, statement).catch((error: unknown) => {
        throw failureIn(path, statement, error)
      })
    }
    await session.restore()
    await record()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    await session.restore().catch(() => {})
    if (error instanceof StartError) throw error
    // Deferred constraints are checked at the end.
    throw new StartError(`${path}: ${messageOf(error)}`, { cause: error })
  }
}

async function runStatement(
  { client, asConfigured }: FurtherSession,
  { text }: SqlStatement,
): Promise<void> {
  const kind = kindOf(text)
  if (kind.run === 'skip') return
  if (kind.run === 'refuse') throw new Error(kind.reason)

  const run = async () => void (await client.query(kind.text))
  await (kind.run === 'configured' ? asConfigured(run) : run())
}

/** Names the file and the line of a failed statement. */
export function failureIn(path: string, statement: SqlStatement, error: unknown): StartError {
  const { text, line } = statement
  const position = error instanceof Error && 'position' in error ? Number(error.position) : 0
  const at =
    position > 0
      ? line + text.slice(0, position - 1).split('\n').length - 1
      : firstLineOf(statement)
  const detail = error instanceof Error && 'detail' in error ? error.detail : undefined

  return new StartError(`${path}, line ${at}: ${messageOf(error)}${detail ? ` (${detail})` : ''}`, {
    cause: error,
  })
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
