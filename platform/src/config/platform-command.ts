import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '#errors/start-error.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { type PlatformConfig, readPlatformConfig, refuseUnsafePlatform } from './platform-config.ts'
import { PLATFORM_SECRETS } from './secret-variables.ts'
import { refuseUnknown } from './unknown-variables.ts'

export type PlatformCommand = {
  config: PlatformConfig
  /** A folder of migrations (`0001_name.sql`), each applied once and in order. */
  sql: string | null
  /** A folder of modules; each becomes a function named after its file. */
  functions: string | null
}

const EMBEDDED = 'pglite:'
/** Without the prefixes of sign-in providers, because other programs may use such variables too. */
export const PLATFORM_PREFIXES = ['AUTH_', 'FILES_', 'REALTIME_', 'REST_', 'SMTP_']
const USE = `npm run platform -- --db-uri <address> [--sql <folder>] [--functions <folder of modules>]
  --db-uri     postgres://… or pglite:<data folder>`

/** Options of the standalone platform; everything else is set by variables. */
export function readPlatformCommand(
  args: string[],
  environment: Environment = process.env,
): PlatformCommand {
  const { uri, sql, functions } = readOptions(args)
  const place = uri.startsWith(EMBEDDED)
    ? { DATA_DIR: resolve(uri.slice(EMBEDDED.length)) }
    : { DATABASE_URL: uri }
  // The address is an option, whatever the environment says.
  const others = { ...environment, DATABASE_URL: undefined, DATABASE_URL_FILE: undefined }
  const env = readEnvironment({ ...others, ...place }, PLATFORM_SECRETS)
  const config = readPlatformConfig(env, {
    name: 'platform',
    title: env.text('SITE_NAME', 'Platform'),
  })
  refuseUnknown(env, PLATFORM_PREFIXES)
  if (config.isProduction) refuseUnsafePlatform(env, config, { isMailPlayed: false })
  env.refuseProblems()

  return { config, sql, functions }
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'db-uri': { type: 'string' },
        sql: { type: 'string' },
        functions: { type: 'string' },
      },
    })
    const uri = values['db-uri']
    if (!uri) throw new Error('--db-uri is missing')

    return {
      uri,
      sql: folder('--sql', values.sql),
      functions: folder('--functions', values.functions),
    }
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${USE}`)
  }
}

function folder(option: string, path: string | undefined): string | null {
  if (path === undefined) return null
  const folder = resolve(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder

  throw new Error(`${option}: there is no folder ${folder}.`)
}
