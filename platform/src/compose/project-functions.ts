import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { readDenoEnvironment } from '#config/deno-environment.ts'
import type { ProjectConfig } from '#config/project-config.ts'
import { loadSecrets } from '#config/secrets.ts'
import { findDeno } from '#deno/find-deno.ts'
import { type FunctionPool, openFunctionPool } from '#deno/function-pool.ts'
import { StartError } from '#errors/start-error.ts'
import { statusOf } from './project-status.ts'

/** The processes of a project's functions; null: there is no Deno on this machine. */
export function openProjectFunctions(project: ProjectConfig): FunctionPool | null {
  const { folder } = project.file
  const { path, variables } = readDenoEnvironment()
  const deno = findDeno(dirname(folder), path)
  if (deno === null) return null

  return openFunctionPool({
    deno,
    folder,
    environment: { ...variables, ...environmentOf(project) },
    // Not the log: a function's lines are its author's, as they wrote them.
    print: (name, line) => void process.stderr.write(`[${name}] ${line}\n`),
  })
}

function environmentOf(project: ProjectConfig): Record<string, string> {
  const { config, file } = project
  const { API_URL, ANON_KEY, SERVICE_ROLE_KEY, PUBLISHABLE_KEY, SECRET_KEY } = statusOf(project)
  const given = {
    SUPABASE_URL: API_URL,
    SUPABASE_ANON_KEY: ANON_KEY ?? PUBLISHABLE_KEY,
    SUPABASE_SERVICE_ROLE_KEY: SERVICE_ROLE_KEY ?? SECRET_KEY,
    SUPABASE_DB_URL: config.databaseUrl ?? undefined,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: PUBLISHABLE_KEY }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: SECRET_KEY }),
    SUPABASE_JWKS: JSON.stringify({ keys: publicKeys(config) }),
  }
  const set = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]))

  return { ...file.functionSecrets, ...secretsIn(file.folder), ...Object.fromEntries(set) }
}

/** `functions/.env`, where the Supabase CLI looks for secrets of local functions. */
export function secretsIn(folder: string): Record<string, string> {
  const file = join(folder, 'functions', '.env')
  if (!existsSync(file)) return {}
  const secrets = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
  const refused = Object.keys(secrets).find((name) => name.startsWith('SUPABASE_'))
  if (refused) {
    throw new StartError(
      `functions/.env: ${refused} may not begin with SUPABASE_, which the platform sets.`,
    )
  }

  return secrets
}

/** Without their private parts. Shared secrets have no public part. */
const publicKeys = (config: ProjectConfig['config']) =>
  loadSecrets(config)
    .signing.jwks.filter(({ kty }) => kty !== 'oct')
    .map(({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...open }) => open)
