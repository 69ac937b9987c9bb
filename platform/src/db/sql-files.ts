import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#errors/start-error.ts'

/** The SQL files that build a database. */
export type Schema = {
  /** The program's name; its login role is named after it. */
  app: string
  /** The folder of the platform's own files. */
  platformSql: string
  /** The folder of the product's migrations, if there are any. */
  migrations: string | null
}

/**
 * How a file runs: in one transaction, as a statement repeated for each portion, or statement by statement outside transactions.
 */
export type SqlFileKind = 'transaction' | 'backfill' | 'concurrent'

export type SqlFile = {
  name: string
  text: string
  digest: string
  kind: SqlFileKind
  /** Digests of earlier texts of this file, oldest first. A database that ran one of them skips this file. */
  replaces: string[]
  /** `contract`: takes away what older servers use, so it waits for an operator. null: the file says nothing. */
  phase: 'expand' | 'contract' | null
  /** The first file with the same number and name, if this is a later step of it. */
  stepOf: string | null
}

/** Platform files, then product files, in the order of application. */
export async function sqlFiles({ platformSql, migrations }: Schema): Promise<SqlFile[]> {
  const platform = await readFolder(platformSql, 'platform')
  const product = migrations === null ? [] : await readFolder(migrations, 'migrations')

  return [...platform, ...product]
}

export const rolesFile = ({ platformSql }: Schema): Promise<SqlFile> =>
  readRepeated(platformSql, 'roles')

/** Files that run at every start. */
export const readRepeated = (folder: string, base: 'roles' | 'project'): Promise<SqlFile> =>
  readSql(folder, { file: `${base}.sql`, base, step: 1, kind: 'transaction' }, 'platform')

type Name = { file: string; base: string; step: number; kind: SqlFileKind }

/** `0034_links.sql`, then `0034_links.2.backfill.sql`, `0034_links.3.concurrent.sql`, `0034_links.4.sql`. */
const NAME = /^(\d{4}_[^.]+)(?:\.(\d+))?(?:\.(backfill|concurrent))?\.sql$/

/** Other files in the folder are ignored. */
export const isMigration = (file: string): boolean => /^\d{4}_.+\.sql$/.test(file)

async function readFolder(folder: string, part: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter(isMigration).map(nameOf)

  return Promise.all(names.sort(inOrder).map((name) => readSql(folder, name, part)))
}

function nameOf(file: string): Name {
  const [, base, step, kind] = NAME.exec(file) ?? []
  if (!base) {
    throw new StartError(
      `${file} is not a migration's name: 0001_name.sql, 0001_name.2.backfill.sql or 0001_name.3.concurrent.sql.`,
    )
  }

  return { file, base, step: Number(step ?? 1), kind: (kind as SqlFileKind) ?? 'transaction' }
}

/** The whole name would sort `.2` before `.sql`. */
const inOrder = (one: Name, other: Name): number =>
  one.base === other.base ? one.step - other.step : one.base < other.base ? -1 : 1

async function readSql(
  folder: string,
  { file, base, step, kind }: Name,
  part: string,
): Promise<SqlFile> {
  const text = await readFile(join(folder, file), 'utf8')

  return {
    name: `${part}/${file}`,
    text,
    digest: createHash('sha256').update(text).digest('hex'),
    kind,
    phase: (PHASE.exec(text)?.[1] as SqlFile['phase']) ?? null,
    replaces: Array.from(text.matchAll(REPLACES), ([, digest]) => digest ?? ''),
    stepOf: step > 1 ? `${part}/${base}.sql` : null,
  }
}

/** The first line. */
const PHASE = /^-- (expand|contract)\r?\n/
const REPLACES = /^-- replaces ([0-9a-f]{64})$/gm
