import { StartError } from '#errors/start-error.ts'
import type { AppliedMigration } from './project-history.ts'
import type { Migration } from './sql-script.ts'

type Given = { migrations: readonly Migration[]; includesOlder: boolean }

/** The migrations that still have to run. A history that does not fit the files is refused. */
export function pendingMigrations(
  { migrations, includesOlder }: Given,
  applied: readonly AppliedMigration[],
): Migration[] {
  const known = new Set(migrations.map(({ version }) => version))
  const lost = applied.filter(({ version }) => !known.has(version)).map(({ version }) => version)
  if (lost.length > 0) {
    throw new StartError(
      `The database has ${lost.length === 1 ? 'a migration' : 'migrations'} without a file: ${shown(lost)}. Bring the files back, or forget each with "migrate repair <version> --status reverted".`,
    )
  }

  const done = new Set(applied.map(({ version }) => version))
  const pending = migrations.filter(({ version }) => !done.has(version))
  const last = [...done].sort().at(-1)
  const older = pending.filter(({ version }) => last !== undefined && version < last)
  if (older.length > 0 && !includesOlder) {
    throw new StartError(
      `${shown(older.map(({ path }) => path))} would run after version ${last}, which is newer. Rename the file, or run "migrate up --include-all".`,
    )
  }
  return pending
}

const MOST_SHOWN = 10

const shown = (names: readonly string[]) =>
  names.length > MOST_SHOWN
    ? `${names.slice(0, MOST_SHOWN).join(', ')} and ${names.length - MOST_SHOWN} more`
    : names.join(', ')
