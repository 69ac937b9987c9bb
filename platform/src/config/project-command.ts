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
  /** For `import`: an address, or files and folders of a dump. */
  from: string[]
  /** The address of the project whose files are imported. */
  storage: string | null
  /** A file with its service key, or `-` for the standard input; null: a variable has it. */
  keyFile: string | null
  /** The key by the variable. */
  key: string | null
  isCheck: boolean
  /** A file with an address and a password on each line. */
  signIns: string | null
}

const NAMES = ['init', 'start', 'migrate', 'reset', 'import', 'export', 'status', 'types'] as const
type ProjectCommandName = (typeof NAMES)[number]
const STATUSES = ['applied', 'reverted'] as const
const OUTPUTS = ['pretty', 'env', 'json'] as const

/** As the hosted platform names it for functions. */
export const KEY_VARIABLE = 'SUPABASE_SERVICE_ROLE_KEY'

const USE = `platform <command> [--workdir <folder of the project>] [--db-uri postgres://…]
  init [--example]         creates supabase/ with a configuration and folders, or with a small program in them
  start                    applies migrations and serves the project, without --db-uri over an embedded database
  migrate [up]             applies pending migrations; --include-all also those older than the last one
  migrate new <name>       creates an empty migration
  migrate list             says which migrations are applied
  migrate repair <version> corrects the history; --status applied|reverted
  reset                    deletes the database and builds it anew; after an import and with --db-uri it needs --yes
  import --from <dump>     moves a hosted project in: a postgres:// address, or files and folders of "supabase db dump"
         --storage <url>                       also its files, by the service key in ${KEY_VARIABLE}
         --key-file <file>                     or in a file; - is the standard input
         --check                               compares what was imported with the dump
         --sign-ins <file>                     for --check: an email address and its password on each line
  export <folder>          writes the project as plain SQL, files and functions
  types                    prints TypeScript types of the exposed schemas
  status [-o env|json]     prints addresses and keys`

export const isProjectCommand = (args: readonly string[]): boolean =>
  args[0] !== undefined && !args[0].startsWith('-')

export function readProjectCommand(
  args: string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ProjectCommand {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const [name, ...words] = positionals
    if (values.key !== undefined) throw new Error(NO_KEY)
    const keyFile = values['key-file'] ?? null

    return {
      name: oneOf('command', name, NAMES),
      words,
      folder: resolve(values.workdir ?? '.', 'supabase'),
      dbUri: values['db-uri'] ?? null,
      isConfirmed: values.yes ?? false,
      withExample: values.example ?? false,
      includesOlder: values['include-all'] ?? false,
      repairTo: values.status === undefined ? null : oneOf('--status', values.status, STATUSES),
      from: (values.from ?? []).map((path) => (path.includes('://') ? path : resolve(path))),
      storage: values.storage ?? null,
      keyFile: keyFile === null || keyFile === '-' ? keyFile : resolve(keyFile),
      key: environment[KEY_VARIABLE] ?? null,
      isCheck: values.check ?? false,
      signIns: values['sign-ins'] === undefined ? null : resolve(values['sign-ins']),
      output: values.output === undefined ? 'pretty' : oneOf('-o', values.output, OUTPUTS),
    }
  } catch (error) {
    throw misused(error instanceof Error ? error.message : String(error))
  }
}

/** Other users of the machine can read a program's arguments. */
const NO_KEY = `--key would show the key in the list of processes: use --key-file or ${KEY_VARIABLE}`

export const misused = (reason: string) => new StartError(`${reason}\n${USE}`)

const OPTIONS = {
  workdir: { type: 'string' },
  'db-uri': { type: 'string' },
  yes: { type: 'boolean' },
  example: { type: 'boolean' },
  'include-all': { type: 'boolean' },
  status: { type: 'string' },
  from: { type: 'string', multiple: true },
  storage: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  check: { type: 'boolean' },
  'sign-ins': { type: 'string' },
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
