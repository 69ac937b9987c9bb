import type { ClientBase } from 'pg'
import { StartError } from '#errors/start-error.ts'
import { pendingFiles, readHistory } from './migration-history.ts'
import { type Schema, sqlFiles } from './sql-files.ts'

/** For programs that work on a database but never migrate it. */
export async function requireThisVersion(client: ClientBase, schema: Schema): Promise<void> {
  const files = await sqlFiles(schema)
  const history = await readHistory(client)
  const known = new Set(files.map(({ name }) => name))
  const newer = [...history.keys()].filter((name) => !known.has(name)).sort()
  const [pending] = pendingFiles(files, history)

  if (history.size === 0) {
    throw new StartError(
      'The database is empty: start the server of this version once, it migrates.',
    )
  }
  if (newer.length > 0) {
    throw new StartError(
      `The database is of a newer version, which applied ${newer.at(-1)}: use the commands of that version.`,
    )
  }
  if (pending) {
    throw new StartError(
      `The database is of an older version, without ${pending.name}: start the server of this version once, it migrates.`,
    )
  }
}
