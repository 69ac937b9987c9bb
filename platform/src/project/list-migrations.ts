import type { Sql } from '#db/database.ts'
import { StartError } from '#errors/start-error.ts'
import {
  appliedMigrations,
  createProjectHistory,
  forgetMigration,
  hasProjectHistory,
  recordMigration,
} from './project-history.ts'
import type { Migration } from './sql-script.ts'

/** One line per version: the file's, the database's, and the name. */
export async function listMigrations(sql: Sql, files: readonly Migration[]): Promise<string> {
  const applied = (await hasProjectHistory(sql)) ? await appliedMigrations(sql) : []
  const byVersion = new Map(applied.map((one) => [one.version, one]))
  const ofFiles = new Map(files.map((file) => [file.version, file]))
  const versions = [...new Set([...ofFiles.keys(), ...byVersion.keys()])].sort()
  const lines = versions.map((version) => {
    const [file, row] = [ofFiles.get(version), byVersion.get(version)]
    const isChanged = file && row && !isSame(file, row.statements)
    const state = !row
      ? 'pending'
      : !file
        ? 'without a file'
        : isChanged
          ? 'changed since'
          : 'applied'

    return `${version}  ${state.padEnd(14)}  ${file?.name ?? row?.name ?? ''}`.trimEnd()
  })

  return lines.join('\n') || 'no migrations'
}

/** Other programs may store statements differently, so blanks do not count. */
const isSame = ({ statements }: Migration, stored: readonly string[]) =>
  plain(statements.map(({ text }) => text)) === plain(stored)

const plain = (texts: readonly string[]) => texts.join('').replace(/[\s;]+/g, '')

type Repair = { version: string; to: 'applied' | 'reverted' | null; files: readonly Migration[] }

/** Corrects the history without running anything. */
export async function repairMigration(sql: Sql, { version, to, files }: Repair): Promise<string> {
  if (!(await hasProjectHistory(sql))) await createProjectHistory(sql)
  const file = files.find((one) => one.version === version)
  if ((to ?? (file ? 'applied' : 'reverted')) === 'applied') {
    if (!file) throw new StartError(`There is no migration ${version} in the folder.`)
    await recordMigration(sql, file)
    return `${version} counts as applied`
  }

  if (!(await forgetMigration(sql, version))) {
    throw new StartError(`The database has no migration ${version}.`)
  }
  return `${version} counts as not applied`
}
