import { BUNDLED_EXTENSIONS } from '#db/bundled-extensions.ts'
import { StartError } from '#errors/start-error.ts'
import { firstLineOf } from './split-statements.ts'
import type { SqlScript } from './sql-script.ts'
import { kindOf } from './statement-kind.ts'

type Named = { extension: string; path: string; line: number }

const ALWAYS_THERE = 'plpgsql'

/** The extensions that the scripts create, each once, where it is named first. */
export function extensionsIn(scripts: readonly SqlScript[]): Named[] {
  const found = new Map<string, Named>()

  for (const { path, statements } of scripts) {
    for (const statement of statements) {
      const kind = kindOf(statement.text)
      const extension = kind.run === 'configured' ? kind.extension : null
      if (extension === null || extension === ALWAYS_THERE || found.has(extension)) continue
      found.set(extension, { extension, path, line: firstLineOf(statement) })
    }
  }
  return [...found.values()]
}

/** Refuses the first extension that a database does not have, before anything of its file runs. */
export function refuseUnavailable(named: readonly Named[], available: readonly string[]): void {
  const missing = named.find(({ extension }) => !available.includes(extension))
  if (!missing) return

  const { path, line, extension } = missing
  throw new StartError(
    `${path}, line ${line}: the extension ${extension} is not available in this database. ${adviceFor(extension)}`,
  )
}

const adviceFor = (extension: string) =>
  isHostedOnly(extension)
    ? 'It belongs to the hosted platform: remove the statement, and what uses it.'
    : 'Remove the statement, or use --db-uri with a PostgreSQL server that has it.'

/** Whether no other server has an extension. */
export const isHostedOnly = (extension: string): boolean => HOSTED_ONLY.has(extension)

const HOSTED_ONLY = new Set([
  'pg_cron',
  'pg_graphql',
  'pg_net',
  'pgsodium',
  'supabase_vault',
  'wrappers',
])

/** Which of them the embedded engine has to load. */
export function bundledIn(scripts: readonly SqlScript[]): string[] {
  const named = extensionsIn(scripts)
  refuseUnavailable(named, BUNDLED_EXTENSIONS)

  return named.map(({ extension }) => extension)
}
