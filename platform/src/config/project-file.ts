import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { StartError } from '#errors/start-error.ts'
import { authVariables } from './project-auth.ts'
import { signingKeys } from './project-keys.ts'
import { readToml, type TomlReader } from './toml-reader.ts'

export type ProjectBucket = {
  name: string
  isPublic: boolean
  maxBytes: number | null
  mimeTypes: string[] | null
}

export type ProjectFunction = {
  isEnabled: boolean
  verifyJwt: boolean
  /** Relative to the `supabase` folder. */
  importMap: string | null
  entrypoint: string | null
}

/** What a project's `supabase/config.toml` says. */
export type ProjectFile = {
  /** The `supabase` folder. */
  folder: string
  id: string
  /** Settings with a variable of the same meaning. */
  variables: Record<string, string>
  exposesNewTables: boolean
  appliesMigrations: boolean
  /** Patterns relative to the folder; empty: seeds are off. */
  seedPatterns: string[]
  buckets: ProjectBucket[]
  functions: Record<string, ProjectFunction>
  servesFunctions: boolean
  functionSecrets: Record<string, string>
  /** null: there is none. */
  mailboxPort: number | null
  /** Keys that have no effect here. */
  notHonoured: string[]
  /** Variables of `env(…)` that nobody has set. */
  unsetVariables: string[]
}

const DEFAULT_PORT = 54_321
const DEFAULT_MAILBOX_PORT = 54_324

/** Reads config.toml; a project without one gets the defaults of the Supabase CLI. */
export function readProjectFile(
  folder: string,
  environment: Record<string, string | undefined>,
): ProjectFile {
  const path = join(folder, 'config.toml')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const toml = readToml('config.toml', text, projectEnvironment(folder, environment))
  const isMailboxOn = toml.flag('inbucket.enabled') ?? true
  const mailboxPort = toml.whole('inbucket.port') ?? DEFAULT_MAILBOX_PORT
  const file = {
    folder,
    id: toml.text('project_id') ?? basename(dirname(folder)),
    variables: withoutAbsent({
      ...apiVariables(toml),
      ...authVariables(toml),
      JWT_KEYS: signingKeys(folder, toml.text('auth.signing_keys_path')),
    }),
    exposesNewTables: toml.flag('api.auto_expose_new_tables') ?? false,
    appliesMigrations: toml.flag('db.migrations.enabled') ?? true,
    seedPatterns: seedPatterns(toml),
    buckets: toml.keys('storage.buckets').map((name) => readBucket(toml, name)),
    functions: readFunctions(toml),
    servesFunctions: toml.flag('edge_runtime.enabled') ?? true,
    functionSecrets: readSecrets(toml),
    mailboxPort: isMailboxOn ? mailboxPort : null,
  }
  // Realtime is on wherever this platform has it.
  toml.flag('realtime.enabled')

  return { ...file, notHonoured: toml.unread(), unsetVariables: toml.unset() }
}

/** As for the Supabase CLI: the process, then `supabase/.env`, then `.env` beside the folder. */
function projectEnvironment(folder: string, environment: Record<string, string | undefined>) {
  const files = [join(dirname(folder), '.env'), join(folder, '.env')].filter(existsSync)
  const read = files.map((file) => parseEnv(readFileSync(file, 'utf8')))

  return withoutAbsent(Object.assign({}, ...read, environment))
}

function apiVariables(toml: TomlReader): Record<string, string | undefined> {
  // GraphQL is not served, and its schema does not exist.
  const schemas = toml.texts('api.schemas')?.filter((name) => name !== 'graphql_public')
  const port = String(toml.whole('api.port') ?? DEFAULT_PORT)

  return {
    PORT: port,
    API_URL: toml.text('api.external_url'),
    REST_SCHEMAS: schemas?.join(','),
    REST_EXTRA_SEARCH_PATH: (
      toml.texts('api.extra_search_path') ?? ['public', 'extensions']
    ).join(),
    REST_MAX_ROWS: toml.whole('api.max_rows')?.toString(),
    STORAGE_FILE_SIZE_LIMIT: sizeOf(toml, 'storage.file_size_limit')?.toString(),
  }
}

function seedPatterns(toml: TomlReader): string[] {
  const patterns = toml.texts('db.seed.sql_paths') ?? ['./seed.sql']

  return (toml.flag('db.seed.enabled') ?? true) ? patterns : []
}

function readBucket(toml: TomlReader, name: string): ProjectBucket {
  const at = `storage.buckets.${name}`

  return {
    name,
    isPublic: toml.flag(`${at}.public`) ?? false,
    maxBytes: sizeOf(toml, `${at}.file_size_limit`) ?? null,
    mimeTypes: toml.texts(`${at}.allowed_mime_types`) ?? null,
  }
}

function readFunctions(toml: TomlReader): Record<string, ProjectFunction> {
  const names = toml.keys('functions')
  const functions = names.map((name) => {
    const at = `functions.${name}`
    const settings: ProjectFunction = {
      isEnabled: toml.flag(`${at}.enabled`) ?? true,
      verifyJwt: toml.flag(`${at}.verify_jwt`) ?? true,
      importMap: toml.text(`${at}.import_map`) || null,
      entrypoint: toml.text(`${at}.entrypoint`) || null,
    }
    return [name, settings] as const
  })

  return Object.fromEntries(functions)
}

function readSecrets(toml: TomlReader): Record<string, string> {
  const names = toml.keys('edge_runtime.secrets')
  const refused = names.find((name) => name.startsWith('SUPABASE_'))
  if (refused) {
    throw new StartError(
      `config.toml: edge_runtime.secrets.${refused} may not begin with SUPABASE_, which the platform sets.`,
    )
  }

  return withoutAbsent(
    Object.fromEntries(names.map((name) => [name, toml.text(`edge_runtime.secrets.${name}`)])),
  )
}

const POWERS = ['', 'k', 'm', 'g']

/** `50MiB`, `5MB` or a number of bytes. As for the Supabase CLI, all units are binary. */
function sizeOf(toml: TomlReader, path: string): number | undefined {
  const text = toml.text(path)
  if (text === undefined) return undefined
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]?)(?:i?b)?$/i.exec(text) ?? []
  const bytes = Math.floor(Number(digits) * 1024 ** POWERS.indexOf(unit.toLowerCase()))
  if (!Number.isSafeInteger(bytes)) {
    throw new StartError(`config.toml: ${path} must be a size such as 50MiB.`)
  }

  return bytes
}

const withoutAbsent = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
