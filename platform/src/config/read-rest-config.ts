import { parseArgs } from 'node:util'
import { StartError } from '#errors/start-error.ts'
import { checkDatabaseUrl } from './database-url.ts'
import { type Environment, type EnvironmentReader, readEnvironment } from './environment.ts'
import { REST_SECRETS } from './secret-variables.ts'

export type RestConfig = {
  dbUri: string
  schemas: string[]
  anonRole: string | null
  extraSearchPath: string[]
  preRequest: string | null
  maxRows: number | null
  txEnd: 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'
  areAggregatesAllowed: boolean
  arePlansAllowed: boolean
  jwtSecret: string | null
  jwtAudience: string | null
  appSettings: Record<string, string>
  openApi: 'follow-privileges' | 'ignore-privileges' | 'disabled'
  host: string
  port: number
}

/** The names are PostgREST's, as options (`--db-uri`) or as variables (`PGRST_DB_URI`). */
const OPTIONS = [
  'db-uri',
  'db-schemas',
  'db-anon-role',
  'db-extra-search-path',
  'db-pre-request',
  'db-max-rows',
  'db-tx-end',
  'db-aggregates-enabled',
  'db-plan-enabled',
  'jwt-secret',
  'jwt-aud',
  'openapi-mode',
  'server-host',
  'server-port',
] as const

const TX_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
const OPENAPI_MODES = ['follow-privileges', 'ignore-privileges', 'disabled'] as const
const APP_SETTING = /^PGRST_APP_SETTINGS_(.+)$/

/** Configuration of the standalone data API. */
export function readRestConfig(
  args: readonly string[],
  environment: Environment = process.env,
): RestConfig {
  const options = readOptions(args)
  const all = { ...environment, ...options.values }
  const env = readEnvironment(all, REST_SECRETS)
  const dbUri = env.get('PGRST_DB_URI')
  if (dbUri === undefined) env.problem('db-uri is missing: postgres://… or pglite:<folder>')
  else if (!dbUri.startsWith('pglite:')) checkDatabaseUrl(env, 'db-uri', dbUri)

  const config: RestConfig = {
    dbUri: dbUri ?? '',
    schemas: listOr(env, 'PGRST_DB_SCHEMAS', ['public']),
    anonRole: env.get('PGRST_DB_ANON_ROLE') ?? null,
    // An empty value means none, unlike a missing one.
    extraSearchPath:
      all.PGRST_DB_EXTRA_SEARCH_PATH === ''
        ? []
        : listOr(env, 'PGRST_DB_EXTRA_SEARCH_PATH', ['public']),
    preRequest: env.get('PGRST_DB_PRE_REQUEST') ?? null,
    maxRows: maxRows(env),
    txEnd: env.oneOf('PGRST_DB_TX_END', TX_ENDS, 'commit'),
    areAggregatesAllowed: env.flag('PGRST_DB_AGGREGATES_ENABLED', false),
    arePlansAllowed: env.flag('PGRST_DB_PLAN_ENABLED', false),
    jwtSecret: env.get('PGRST_JWT_SECRET') ?? null,
    jwtAudience: env.get('PGRST_JWT_AUD') ?? null,
    appSettings: { ...settingsIn(environment), ...options.appSettings },
    openApi: env.oneOf('PGRST_OPENAPI_MODE', OPENAPI_MODES, 'follow-privileges'),
    host: env.text('PGRST_SERVER_HOST', '127.0.0.1'),
    port: env.whole('PGRST_SERVER_PORT', 3000, { min: 0, max: 65_535 }),
  }
  env.refuseProblems()
  return config
}

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
        'app-settings': { type: 'string' as const, multiple: true },
      },
    })
    const named = OPTIONS.flatMap((name) => {
      const value: unknown = Reflect.get(values, name)
      return typeof value === 'string' ? [[variableOf(name), value] as const] : []
    })
    const settings = values['app-settings'] ?? []

    return {
      values: Object.fromEntries(named),
      appSettings: Object.fromEntries([settings].flat().map(nameAndValue)),
    }
  } catch (error) {
    throw new StartError(
      `${error instanceof Error ? error.message : error} Options: ${OPTIONS.map((name) => `--${name}`).join(' ')} --app-settings`,
    )
  }
}

const variableOf = (option: string) => `PGRST_${option.toUpperCase().replaceAll('-', '_')}`

function listOr(env: EnvironmentReader, name: string, otherwise: string[]): string[] {
  const list = env.list(name)

  return list.length > 0 ? list : otherwise
}

const maxRows = (env: EnvironmentReader): number | null =>
  env.get('PGRST_DB_MAX_ROWS') === undefined
    ? null
    : env.whole('PGRST_DB_MAX_ROWS', 0, { min: 0, max: Number.MAX_SAFE_INTEGER })

/** Settings are available to SQL under `app.settings.`, whatever their source. */
const settingsIn = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const setting = APP_SETTING.exec(name)?.[1]
      return setting === undefined || value === undefined
        ? []
        : [[`app.settings.${setting.toLowerCase()}`, value]]
    }),
  )

function nameAndValue(entry: string): [string, string] {
  const equals = entry.indexOf('=')

  return [`app.settings.${entry.slice(0, equals)}`, entry.slice(equals + 1)]
}
