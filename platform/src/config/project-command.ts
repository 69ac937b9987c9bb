import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '#errors/start-error.ts'

export type ProjectCommand = {
  name: ProjectCommandName
  /** What follows the command's name. */
  words: string[]
  /** The project's `supabase` folder. */
  folder: string
  /** null: the embedded database in the project's folder. */
  dbUri: string | null
  isConfirmed: boolean
  /** For `init`. */
  withExample: boolean
  includesOlder: boolean
  /** For `repair`; null: by whether the file exists. */
  repairTo: 'applied' | 'reverted' | null
  output: 'pretty' | 'env' | 'json'
}

const NAMES = ['init', 'start', 'migrate', 'reset', 'status', 'types'] as const
type ProjectCommandName = (typeof NAMES)[number]
const STATUSES = ['applied', 'reverted'] as const
const OUTPUTS = ['pretty', 'env', 'json'] as const

const USE = `platform <command> [--workdir <folder of the project>] [--db-uri postgres://…]
  init [--example]         creates supabase/ with a configuration and folders, or with a small program in them
  start                    applies migrations and serves the project, without --db-uri over an embedded database
  migrate [up]             applies pending migrations; --include-all also those older than the last one
  migrate new <name>       creates an empty migration
  migrate list             says which migrations are applied
  migrate repair <version> corrects the history; --status applied|reverted
  reset                    deletes the database and builds it anew; with --db-uri it needs --yes
  types                    prints TypeScript types of the exposed schemas
  status [-o env|json]     prints addresses and keys`

export const isProjectCommand = (args: readonly string[]): boolean =>
  args[0] !== undefined && !args[0].startsWith('-')

export function readProjectCommand(args: string[]): ProjectCommand {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const [name, ...words] = positionals

    return {
      name: oneOf('command', name, NAMES),
      words,
      folder: resolve(values.workdir ?? '.', 'supabase'),
      dbUri: values['db-uri'] ?? null,
      isConfirmed: values.yes ?? false,
      withExample: values.example ?? false,
      includesOlder: values['include-all'] ?? false,
      repairTo: values.status === undefined ? null : oneOf('--status', values.status, STATUSES),
      output: values.output === undefined ? 'pretty' : oneOf('-o', values.output, OUTPUTS),
    }
  } catch (error) {
    throw misused(error instanceof Error ? error.message : String(error))
  }
}

export const misused = (reason: string) => new StartError(`${reason}\n${USE}`)

const OPTIONS = {
  workdir: { type: 'string' },
  'db-uri': { type: 'string' },
  yes: { type: 'boolean' },
  example: { type: 'boolean' },
  'include-all': { type: 'boolean' },
  status: { type: 'string' },
  output: { type: 'string', short: 'o' },
} as const

function oneOf<Choice extends string>(
  what: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((one) => one === value)
  if (choice) return choice

  throw new Error(`${what}: one of ${choices.join(', ')}`)
}
